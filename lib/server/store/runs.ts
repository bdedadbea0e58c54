// The mirror of the invocations: written by whoever records, in one transaction with the roll-ups and the marks.
import { z } from "zod";
import type { Database } from "./database.ts";
import { readMark } from "./marks.ts";
import { applyToRollups, type RunChange } from "./rollups.ts";
import { newerOf, type RunRow, sameFacts } from "./run-rows.ts";

/** Up to where the past was let go: what started before is not taken in again. */
export const floors = z.object({ runs_ms: z.number(), fine_ms: z.number() });
export type Floors = z.infer<typeof floors>;
export const floorsMark = "floors";
export const noFloors: Floors = { runs_ms: 0, fine_ms: 0 };

export const readFloors = async (db: Database): Promise<Floors> =>
  (await readMark(db, floorsMark, floors)) ?? noFloors;

const batch = 500;

async function knownRuns(trx: Database, ids: readonly string[]): Promise<Map<string, RunRow>> {
  const rows = await trx.selectFrom("runs").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function upsert(trx: Database, rows: readonly RunRow[]): Promise<void> {
  await trx
    .insertInto("runs")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((each) => ({
        app_name: each.ref("excluded.app_name"),
        action_name: each.ref("excluded.action_name"),
        version: each.ref("excluded.version"),
        status: each.ref("excluded.status"),
        started_at_ms: each.ref("excluded.started_at_ms"),
        finished_at_ms: each.ref("excluded.finished_at_ms"),
        duration_ms: each.ref("excluded.duration_ms"),
        reason: each.ref("excluded.reason"),
        reason_key: each.ref("excluded.reason_key"),
        payload_head: each.ref("excluded.payload_head"),
        output_head: each.ref("excluded.output_head"),
        open: each.ref("excluded.open"),
        checked_at_ms: each.ref("excluded.checked_at_ms"),
      })),
    )
    .execute();
}

/** What a write changed: how many rows, and which runs ended by it that were open before. */
export interface Written {
  changed: number;
  ended: string[];
}

async function writeBatch(trx: Database, told: readonly RunRow[], floor: Floors): Promise<Written> {
  const known = await knownRuns(
    trx,
    told.map(({ id }) => id),
  );
  const next = new Map<string, RunRow>();
  for (const row of told) {
    const before = next.get(row.id) ?? known.get(row.id);
    if (before === undefined && row.started_at_ms < floor.runs_ms) continue;
    next.set(row.id, before === undefined ? row : newerOf(before, row));
  }
  const changes: RunChange[] = [];
  const checked: RunRow[] = [];
  for (const after of next.values()) {
    const before = known.get(after.id);
    if (before === undefined || !sameFacts(before, after)) changes.push({ before, after });
    else if (after.open === 1) checked.push(after);
  }
  if (changes.length > 0) {
    await upsert(
      trx,
      changes.map(({ after }) => after),
    );
    await applyToRollups(trx, changes, floor.fine_ms);
  }
  const [first] = checked;
  if (first !== undefined)
    await trx
      .updateTable("runs")
      .set({ checked_at_ms: first.checked_at_ms })
      .where(
        "id",
        "in",
        checked.map(({ id }) => id),
      )
      .execute();
  const ended = changes.filter(({ before, after }) => before?.open === 1 && after.open === 0);
  return { changed: changes.length, ended: ended.map(({ after }) => after.id) };
}

/** Takes in what was read, in any order and any number of times. */
export async function writeRuns(trx: Database, told: readonly RunRow[]): Promise<Written> {
  if (told.length === 0) return { changed: 0, ended: [] };
  const floor = await readFloors(trx);
  const written: Written = { changed: 0, ended: [] };
  for (let at = 0; at < told.length; at += batch) {
    const { changed, ended } = await writeBatch(trx, told.slice(at, at + batch), floor);
    written.changed += changed;
    written.ended.push(...ended);
  }
  return written;
}

/** Runs that may still change, the longest unchecked first. A check in the future was before the clock was set back. */
export const openRuns = (db: Database, nowMs: number, limit: number): Promise<RunRow[]> =>
  db
    .selectFrom("runs")
    .selectAll()
    .where("open", "=", 1)
    .orderBy((each) => each.case().when("checked_at_ms", ">", nowMs).then(0).else(1).end())
    .orderBy("checked_at_ms")
    .limit(limit)
    .execute();

/** The API does not have the run any more: what was last known of it stays, and nobody asks again. */
export async function closeLostRun(trx: Database, id: string): Promise<void> {
  await trx.updateTable("runs").set({ open: 0 }).where("id", "=", id).execute();
}
