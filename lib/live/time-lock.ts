// Keeps views of one session's time together: log panes, and the video of a recording. The one that the operator moves
// leads, the others follow. It holds no state but the moment they stand at; who joins while they do is told it.

export interface TimeLock {
  /** `who` now shows this moment (epoch milliseconds); all others are told. */
  move(who: object, atMs: number): void;
  /** Hears of the moments that others show, and at once of the one they stand at; of `undefined` when another one went
   *  back to what happens now. The answer ends it. */
  join(who: object, follow: (atMs: number | undefined) => void): () => void;
  /** `who` went back to what happens now; who joins later is told of no moment. */
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
        // Nobody stands there any more.
        if (followers.size === 0) last = undefined;
      };
    },
    release: (who) => move(who, undefined),
  };
}
