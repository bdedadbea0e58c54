// Times in which a list was not read. A gap is open while it lasts; it is filled when everything in it was read later,
// and otherwise stays, to be shown.
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

export type GapRow = Tables["recorder_gaps"];

/** Whether a gap of the list lasts. */
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
  await db
    .insertInto("recorder_gaps")
    .values({ list, from_ms: fromMs, to_ms: null, why, filled: 0 })
    .onConflict((conflict) =>
      conflict.columns(["list", "from_ms"]).doUpdateSet({ to_ms: null, why, filled: 0 }),
    )
    .execute();
}

/** Ends what is open; a gap never ends before it began, whatever the clock did. */
export async function closeGap(db: Database, list: string, toMs: number): Promise<void> {
  const open = await db
    .selectFrom("recorder_gaps")
    .select("from_ms")
    .where("list", "=", list)
    .where("to_ms", "is", null)
    .execute();
  for (const { from_ms: fromMs } of open)
    await db
      .updateTable("recorder_gaps")
      .set({ to_ms: Math.max(toMs, fromMs + 1) })
      .where("list", "=", list)
      .where("from_ms", "=", fromMs)
      .execute();
}

/** Records a gap that is over. */
export async function addGap(
  db: Database,
  gap: { list: string; from_ms: number; to_ms: number; why: string },
): Promise<void> {
  await db
    .insertInto("recorder_gaps")
    .values({ ...gap, filled: 0 })
    .onConflict((conflict) => conflict.columns(["list", "from_ms"]).doUpdateSet({ ...gap, filled: 0 }))
    .execute();
}

/** Everything from `fromMs` on was read: the gaps that began there or later and are over are filled. */
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

/** Gaps that reach into a time, newest first, those not filled only unless asked for all. */
export async function readGaps(
  db: Database,
  asked: { list?: string; sinceMs: number; untilMs: number; filledToo?: boolean; limit: number },
): Promise<GapRow[]> {
  let query = db
    .selectFrom("recorder_gaps")
    .selectAll()
    .where("from_ms", "<", asked.untilMs)
    .where((each) => each.or([each("to_ms", "is", null), each("to_ms", ">", asked.sinceMs)]));
  if (asked.list !== undefined) query = query.where("list", "=", asked.list);
  if (asked.filledToo !== true) query = query.where("filled", "=", 0);
  return await query.orderBy("from_ms", "desc").limit(asked.limit).execute();
}
