// Whether the invocations of a period were recorded completely.
import { invocationGapLimit, type RecorderGap } from "../../bff/recorder.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { type GapRow, readGaps } from "../db/gaps.ts";
import { readFloors } from "./invocation-writes.ts";
import { invocationList, progressCheckpoint, syncProgress } from "./sync-progress.ts";

/** A gap as the browser receives it. */
export const gapFor = ({ filled, ...gap }: GapRow): RecorderGap => ({ ...gap, filled: filled === 1 });

/** Completeness of the recorded invocations that started in a period, with the known gaps. */
export async function completenessOf(db: Database, sinceMs: number, untilMs: number) {
  const progress = await readCheckpoint(db, progressCheckpoint, syncProgress);
  const gaps = await readGaps(db, { list: invocationList, sinceMs, untilMs, limit: invocationGapLimit });
  const { invocations_ms: floorMs } = await readFloors(db);
  const known = progress?.complete_from_ms;
  const from = known == null ? null : Math.max(known, floorMs);
  const unread = progress?.deep;
  const readBack = from !== null ? from <= sinceMs : unread != null && unread.since_ms <= sinceMs;
  const reading =
    unread != null && untilMs > unread.since_ms && sinceMs < (unread.lowest_ms ?? Number.POSITIVE_INFINITY);
  return {
    complete: gaps.length === 0 && readBack && !reading,
    began_at_ms: progress?.began_ms ?? null,
    complete_from_ms: from,
    gaps: gaps.map(gapFor),
    last_good_at_ms: progress?.last_good_ms ?? null,
  };
}
