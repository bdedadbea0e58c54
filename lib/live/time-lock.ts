// Synchronizes the views of a session's time: log panes and the video of a recording. The view that the operator moves
// leads, the others follow. The only state is the current time, which later members receive on joining.

type FollowTime = (atMs: number | undefined, screenY?: number) => void;

export interface TimeLock {
  /**
   * Publishes the time `who` shows, in epoch milliseconds, to all others; `screenY`: the height in the window at which it
   * shows it, so that views side by side have it at the same one.
   */
  move(who: object, atMs: number, screenY?: number): void;
  /** Calls `follow` with the times that others publish, first with the current one, and with undefined when another
   *  member returned to live. The returned function unsubscribes. */
  join(who: object, follow: FollowTime): () => void;
  /** Publishes that `who` returned to live; later members receive no time. */
  release(who: object): void;
}

export function createTimeLock(): TimeLock {
  const followers = new Map<object, FollowTime>();
  let last: number | undefined;
  const move = (who: object, atMs: number | undefined, screenY?: number) => {
    last = atMs;
    for (const [other, follow] of followers) if (other !== who) follow(atMs, screenY);
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
