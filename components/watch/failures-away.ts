/** Failures while nobody looked. The first answer after looking away says what was known; what comes up later is new. */
export interface FailuresAway {
  known: ReadonlySet<string> | undefined;
  fresh: ReadonlySet<string>;
}

export const nothingAway: FailuresAway = { known: undefined, fresh: new Set() };

/** Takes in the newest failed runs; answers the same object when they say nothing new. */
export function countAway(away: FailuresAway, failedIds: readonly string[]): FailuresAway {
  const { known, fresh } = away;
  if (known === undefined) return { known: new Set(failedIds), fresh };
  const added = failedIds.filter((id) => !known.has(id) && !fresh.has(id));
  return added.length === 0 ? away : { known, fresh: new Set([...fresh, ...added]) };
}
