import { type EntrySubject, type FoundEntry, subjectKey } from "./found-entries.ts";

/** What was found of one invocation or browser. */
export interface EntryGroup {
  readonly key: string;
  readonly subject: EntrySubject;
  /** In the order written. */
  readonly entries: readonly FoundEntry[];
  /** When its newest entry was written; NaN while unknown. */
  readonly newestMs: number;
}

/** Groups by invocation or browser, the one with the newest entry first. */
export function groupEntries(entries: readonly FoundEntry[]): EntryGroup[] {
  const groups = [...Map.groupBy(entries, ({ subject }) => subjectKey(subject))].flatMap(([key, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    const times = members.map(({ atMs }) => atMs).filter((atMs) => !Number.isNaN(atMs));
    const newestMs = times.length === 0 ? Number.NaN : Math.max(...times);
    // One of several logs of a browser may go on.
    const subject = { ...first.subject, hasEnded: members.every((each) => each.subject.hasEnded) };
    return [{ key, subject, entries: inOrderWritten(members), newestMs }];
  });
  const timeOf = ({ newestMs }: EntryGroup) => (Number.isNaN(newestMs) ? Number.NEGATIVE_INFINITY : newestMs);
  return groups.sort((one, other) => timeOf(other) - timeOf(one) || (one.key < other.key ? -1 : 1));
}

const kindOrder = { payload: 0, line: 1, output: 2, reason: 3 } as const;

/** By time; the lines of one log by their numbers, whatever their times are. */
function inOrderWritten(entries: readonly FoundEntry[]): FoundEntry[] {
  const lines = entries
    .filter(({ line }) => line !== undefined)
    .sort(
      (one, other) =>
        (one.line?.log ?? 0) - (other.line?.log ?? 0) || (one.line?.number ?? 0) - (other.line?.number ?? 0),
    );
  const placeMs = new Map<FoundEntry, number>();
  const newestMs = new Map<number, number>();
  for (const entry of lines) {
    const log = entry.line?.log ?? 0;
    const beforeMs = newestMs.get(log) ?? Number.NEGATIVE_INFINITY;
    const atMs = Number.isNaN(entry.atMs) ? beforeMs : Math.max(entry.atMs, beforeMs);
    newestMs.set(log, atMs);
    placeMs.set(entry, atMs);
  }
  const others = entries.filter(({ line }) => line === undefined);
  const timeOf = (entry: FoundEntry) => placeMs.get(entry) ?? entry.atMs;
  // Stable: lines of one log with the same time stay in their order.
  return [...lines, ...others].sort((one, other) => {
    const [early, late] = [timeOf(one), timeOf(other)];
    if (early !== late) return early < late ? -1 : 1;
    return kindOrder[one.kind] - kindOrder[other.kind];
  });
}
