// Where telemetry continues behind the stored events, by their numbers.
import { type LogLine, logLine } from "../../bff/live.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { type AppendedEntry, gapEntry } from "../stored-logs/stored-log.ts";
import type { RingEntry } from "../streams/ring.ts";
import { seqOf } from "../streams/telemetry-source.ts";

/** The last stored event. */
export interface LastEvent {
  readonly seq: number;
  readonly at: string;
}

/** The last event of stored lines; undefined without one. */
export function lastEventOf(
  lines: readonly { readonly at: string; readonly text: string }[],
): LastEvent | undefined {
  const last = lines.at(-1);
  const seq = last && seqOf(last.text);
  return last === undefined || seq === undefined ? undefined : { seq, at: last.at };
}

const lineOf = ({ kind, json }: RingEntry): LogLine | undefined =>
  kind === "line" ? logLine.parse(JSON.parse(json)) : undefined;

/**
 * The entries after the last stored event, with a gap for the events in between; undefined while there is none. Entries
 * before it are stored already, and gaps among them were marked.
 */
export function entriesAfter(
  { seq: lastSeq, at: from }: LastEvent,
  entries: readonly RingEntry[],
): { readonly gap: readonly AppendedEntry[]; readonly entries: readonly RingEntry[] } | undefined {
  for (const [index, entry] of entries.entries()) {
    const line = lineOf(entry);
    const seq = line && seqOf(line.text);
    if (line === undefined || seq === undefined || seq <= lastSeq) continue;
    const count = seq - lastSeq - 1;
    const gap = count > 0 ? [gapEntry({ reason: "disconnected", count, from, to: line.at })] : [];
    return { gap, entries: entries.slice(index) };
  }
  return undefined;
}

/** The entries from the first one on that is later than a time in epoch milliseconds. */
export function entriesSince(untilMs: number, entries: readonly RingEntry[]): readonly RingEntry[] {
  const first = entries.findIndex(({ at }) => (epochMs(at) ?? 0) > untilMs);
  return first === -1 ? [] : entries.slice(first);
}
