// Times in which a list was not read. A gap is open while it lasts, and filled once everything in it was read later;
// other gaps stay visible.
import { sql } from "kysely";
import { countRows, rowCount } from "./bounded-list.ts";
import type { Database } from "./database.ts";
import { dropRows } from "./expired-rows.ts";
import type { Tables } from "./tables.ts";
import { upsert } from "./upsert.ts";

export type GapRow = Tables["recorder_gaps"];

/** Whether the list has an open gap. */
export async function hasOpenGap(db: Database, list: string): Promise<boolean> {
  const open = await db
    .selectFrom("recorder_gaps")
    .select("from_ms")
    .where("list", "=", list)
    .where("to_ms", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Opens a gap unless one is open already. */
export async function openGap(db: Database, list: string, fromMs: number, why: string): Promise<void> {
  if (await hasOpenGap(db, list)) return;
  await upsert(db, "recorder_gaps", [{ list, from_ms: fromMs, to_ms: null, why, filled: 0 }]);
}

/** Closes the open gaps; a gap never ends before it began. */
export async function closeGap(db: Database, list: string, toMs: number): Promise<void> {
  await db
    .updateTable("recorder_gaps")
    .set({ to_ms: sql<number>`case when from_ms < ${toMs} then ${toMs} else from_ms + 1 end` })
    .where("list", "=", list)
    .where("to_ms", "is", null)
    .execute();
}

/** Inserts a closed gap. */
export async function addGap(
  db: Database,
  gap: { list: string; from_ms: number; to_ms: number; why: string },
): Promise<void> {
  await upsert(db, "recorder_gaps", [{ ...gap, filled: 0 }]);
}

/** Marks closed gaps that began at `fromMs` or later as filled, because everything from there on was read. */
export async function fillGaps(db: Database, list: string, fromMs: number): Promise<void> {
  await db
    .updateTable("recorder_gaps")
    .set({ filled: 1 })
    .where("list", "=", list)
    .where("from_ms", ">=", fromMs)
    .where("to_ms", "is not", null)
    .where("filled", "=", 0)
    .execute();
}

interface GapSpan {
  sinceMs: number;
  untilMs: number;
}

const overlapping = (db: Database, { sinceMs, untilMs }: GapSpan) =>
  db
    .selectFrom("recorder_gaps")
    .where("from_ms", "<", untilMs)
    .where((each) => each.or([each("to_ms", "is", null), each("to_ms", ">", sinceMs)]));

/** The number of gaps of all lists that overlap a time span, with filled ones. */
export const countGaps = (db: Database, span: GapSpan): Promise<number> =>
  countRows(overlapping(db, span).select(rowCount));

/** Gaps of a list that overlap a time span, newest first; filled ones only with `filledToo`. */
export async function readGaps(
  db: Database,
  filter: GapSpan & { list: string; filledToo?: boolean; limit: number },
): Promise<GapRow[]> {
  let query = overlapping(db, filter).selectAll().where("list", "=", filter.list);
  if (filter.filledToo !== true) query = query.where("filled", "=", 0);
  return await query.orderBy("from_ms", "desc").limit(filter.limit).execute();
}

/** Deletes gaps that ended before `beforeMs`; returns whether there may be more. */
export const dropGaps = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "recorder_gaps", time: "to_ms", beforeMs });
