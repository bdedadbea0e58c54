// Writes recorded invocations; belongs in one transaction with the roll-ups and checkpoints.
import { z } from "zod";
import { forgottenStatus } from "../../bff/recorded-invocation.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { isOpen } from "../db/is-open.ts";
import { upsert } from "../db/upsert.ts";
import { hasSameData, type InvocationRow, isOlder, newerOf } from "./invocation-rows.ts";
import { applyToRollups, type InvocationChange } from "./rollups.ts";

/** Start times before which invocations and fine roll-ups were deleted; older invocations are not stored again. */
export const floors = z.object({ invocations_ms: z.number(), fine_ms: z.number() });
export type Floors = z.infer<typeof floors>;
export const floorsCheckpoint = "floors";
export const noFloors: Floors = { invocations_ms: 0, fine_ms: 0 };

export const readFloors = async (db: Database): Promise<Floors> =>
  (await readCheckpoint(db, floorsCheckpoint, floors)) ?? noFloors;

const batchRows = 500;

async function storedInvocations(trx: Database, ids: readonly string[]): Promise<Map<string, InvocationRow>> {
  const rows = await trx.selectFrom("invocations").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Result of a write. */
export interface Written {
  /** Changed rows. */
  changed: number;
  /** Ids of invocations that were open before and have now ended. */
  ended: string[];
  /** Ids of invocations that run by their row and wait by their reading, which was not taken. */
  older: string[];
}

async function writeBatch(
  trx: Database,
  read: readonly InvocationRow[],
  floor: Floors,
  isCurrent: boolean,
): Promise<Written> {
  const stored = await storedInvocations(
    trx,
    read.map(({ id }) => id),
  );
  const next = new Map<string, InvocationRow>();
  const older: string[] = [];
  for (const row of read) {
    const before = next.get(row.id) ?? stored.get(row.id);
    if (before === undefined && row.started_at_ms < floor.invocations_ms) continue;
    next.set(row.id, before === undefined ? row : newerOf(before, row, isCurrent));
    if (before?.open === 1 && isOlder(before, row, isCurrent)) older.push(row.id);
  }
  const changes: InvocationChange[] = [];
  const checked: InvocationRow[] = [];
  for (const after of next.values()) {
    const before = stored.get(after.id);
    if (before === undefined || !hasSameData(before, after)) changes.push({ before, after });
    else if (after.open === 1) checked.push(after);
  }
  if (changes.length > 0) {
    const rows = changes.map(({ after }) => after);
    await upsert(trx, "invocations", rows, ["first_seen_ms", "sessions_at_ms"]);
    await applyToRollups(trx, changes, floor.fine_ms);
  }
  const [first] = checked;
  if (first !== undefined)
    await trx
      .updateTable("invocations")
      .set({ checked_at_ms: first.checked_at_ms })
      .where(
        "id",
        "in",
        checked.map(({ id }) => id),
      )
      .execute();
  const ended = changes.filter(({ before, after }) => before?.open === 1 && after.open === 0);
  return { changed: changes.length, ended: ended.map(({ after }) => after.id), older };
}

/**
 * Stores invocations as read, in any order; repeated readings have no effect. `isCurrent`: they were read by id, after all
 * that is stored of them.
 */
export async function writeInvocations(
  trx: Database,
  read: readonly InvocationRow[],
  isCurrent = false,
): Promise<Written> {
  if (read.length === 0) return { changed: 0, ended: [], older: [] };
  const floor = await readFloors(trx);
  const written: Written = { changed: 0, ended: [], older: [] };
  for (let at = 0; at < read.length; at += batchRows) {
    const { changed, ended, older } = await writeBatch(trx, read.slice(at, at + batchRows), floor, isCurrent);
    written.changed += changed;
    written.ended.push(...ended);
    written.older.push(...older);
  }
  return written;
}

/** Invocations that may still change, longest unchecked first. */
export const openInvocations = (db: Database, limit: number): Promise<InvocationRow[]> =>
  db.selectFrom("invocations").selectAll().where(isOpen).orderBy("checked_at_ms").limit(limit).execute();

/**
 * Closes an invocation that the API no longer has, so that it is not read again: its status and end are unknown from now
 * on, the rest of its data stays. Does nothing to one that has ended.
 */
export async function closeLostInvocation(trx: Database, id: string): Promise<void> {
  const before = (await storedInvocations(trx, [id])).get(id);
  if (before !== undefined && before.open === 1) await forget(trx, [before]);
}

/**
 * The same for those that the version before has closed with the status that they had, by which they are counted as running
 * for good. Returns whether there may be more.
 */
export async function closeLeftRunning(trx: Database): Promise<boolean> {
  const rows = await trx
    .selectFrom("invocations")
    .selectAll()
    .where("status", "in", ["queued", "running"])
    .where("open", "=", 0)
    .limit(batchRows)
    .execute();
  if (rows.length > 0) await forget(trx, rows);
  return rows.length === batchRows;
}

async function forget(trx: Database, rows: readonly InvocationRow[]): Promise<void> {
  const changes = rows.map((before) => ({ before, after: { ...before, status: forgottenStatus, open: 0 } }));
  await trx
    .updateTable("invocations")
    .set({ status: forgottenStatus, open: 0 })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  await applyToRollups(trx, changes, (await readFloors(trx)).fine_ms);
}
