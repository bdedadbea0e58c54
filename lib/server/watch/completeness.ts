// Whether what was recorded of a time is everything there was.
import { invocationGapLimit, type RecorderGap } from "../../bff/recorder.ts";
import type { Database } from "../store/database.ts";
import { type GapRow, readGaps } from "../store/gaps.ts";
import { readMark } from "../store/marks.ts";
import { readFloors } from "../store/runs.ts";
import { invocationList } from "./invocation-mirror.ts";
import { mirrorProgress, progressMark } from "./mirror-progress.ts";

/** A gap as the browser sees it. */
export const gapFor = ({ filled, ...gap }: GapRow): RecorderGap => ({ ...gap, filled: filled === 1 });

/** What is known to be missing of the invocations that started in a time. */
export async function completenessOf(db: Database, sinceMs: number, untilMs: number) {
  const progress = await readMark(db, progressMark, mirrorProgress);
  const gaps = await readGaps(db, { list: invocationList, sinceMs, untilMs, limit: invocationGapLimit });
  const { runs_ms: floorMs } = await readFloors(db);
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
