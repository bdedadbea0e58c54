// Where lines of a watched log are missing: written when it happens, kept as long as everything recorded.
import { type TimelineLogGap, timelineLimits } from "../../bff/timeline.ts";
import type { Database } from "./database.ts";
import type { Lane, TimeRange } from "./timeline-range.ts";

/** Adds a gap; one that is there already stays as it is. */
export async function addLogGap(db: Database, gap: TimelineLogGap): Promise<void> {
  await db
    .insertInto("log_gaps")
    .values({ ...gap, session_id: gap.session_id.slice(0, 255), log: gap.log.slice(0, 1_024) })
    .onConflict((conflict) => conflict.columns(["session_id", "source", "log", "to_ms"]).doNothing())
    .execute();
}

/** The gaps that reach into a range, the last ended first. */
export async function readLogGaps(db: Database, { fromMs, toMs }: TimeRange): Promise<Lane<TimelineLogGap>> {
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
  const total = await inRange
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .executeTakeFirst();
  return { total: Number(total?.count ?? 0), items };
}
