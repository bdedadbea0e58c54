/** Failures while the tab is hidden. The first response is the baseline; ids that appear later are new. */
export interface FailuresWhileHidden {
  known: ReadonlySet<string> | undefined;
  newIds: ReadonlySet<string>;
}

export const noFailures: FailuresWhileHidden = { known: undefined, newIds: new Set() };

/** Adds the newest failed invocations; returns the same object if none is new. */
export function countWhileHidden(
  failures: FailuresWhileHidden,
  failedIds: readonly string[],
): FailuresWhileHidden {
  const { known, newIds } = failures;
  if (known === undefined) return { known: new Set(failedIds), newIds };
  const added = failedIds.filter((id) => !known.has(id) && !newIds.has(id));
  return added.length === 0 ? failures : { known, newIds: new Set([...newIds, ...added]) };
}
