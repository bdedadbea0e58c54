// Recorded gaps of followed logs.
import { type TimelineLogGap, timelineLimits } from "../../bff/timeline.ts";
import { type BoundedList, countRows, rowCount, type TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { dropRows } from "../db/expired-rows.ts";
import { insertNew } from "../db/upsert.ts";

/** Adds a gap; an existing one stays unchanged. */
export async function addLogGap(db: Database, gap: TimelineLogGap): Promise<void> {
  const row = { ...gap, session_id: gap.session_id.slice(0, 255), log: gap.log.slice(0, 1_024) };
  await insertNew(db, "log_gaps", [row]);
}

/** The gaps that overlap a range, last ended first. */
export async function readLogGaps(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<BoundedList<TimelineLogGap>> {
  const inRange = db
    .selectFrom("log_gaps")
    .where("to_ms", ">=", fromMs)
    .where((each) => each.or([each("from_ms", "<", toMs), each("to_ms", "<", toMs)]));
  const items = await inRange
    .selectAll()
    .orderBy("to_ms", "desc")
    .orderBy("session_id")
    .limit(timelineLimits.logGaps)
    .execute();
  return { total: await countRows(inRange.select(rowCount)), items };
}

/** Deletes gaps that ended before `beforeMs`; returns whether there may be more. */
export const dropLogGaps = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "log_gaps", time: "to_ms", beforeMs });
