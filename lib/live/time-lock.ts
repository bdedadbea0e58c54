// Synchronizes the views of a session's time: log panes and the video of a recording. The view that the operator moves
// leads, the others follow. The only state is the current time, which later members receive on joining.

export interface TimeLock {
  /** Publishes the time `who` shows, in epoch milliseconds, to all others. */
  move(who: object, atMs: number): void;
  /** Calls `follow` with the times that others publish, first with the current one, and with undefined when another
   *  member returned to live. The returned function unsubscribes. */
  join(who: object, follow: (atMs: number | undefined) => void): () => void;
  /** Publishes that `who` returned to live; later members receive no time. */
  release(who: object): void;
}

export function createTimeLock(): TimeLock {
  const followers = new Map<object, (atMs: number | undefined) => void>();
  let last: number | undefined;
  const move = (who: object, atMs: number | undefined) => {
    last = atMs;
    for (const [other, follow] of followers) if (other !== who) follow(atMs);
  };
  return {
    move,
    join(who, follow) {
      followers.set(who, follow);
      if (last !== undefined) follow(last);
      return () => {
        followers.delete(who);
        if (followers.size === 0) last = undefined;
      };
    },
    release: (who) => move(who, undefined),
  };
}
