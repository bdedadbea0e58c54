// The audit's own retention: by age only, from the beginning of the chain on.
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { readAnchor, writeAnchor } from "./audit-anchor.ts";

const rowsPerCall = 500;

/**
 * Deletes rows from before a time, up to the first one that is younger, a bounded number per call; returns whether there
 * may be more. One that is dated in the future was written while a clock was ahead: it is deleted with the next one that is
 * old. `db` is the store of the transaction `trx`.
 */
export async function pruneAudit(
  db: Database,
  trx: Database,
  times: { beforeMs: number; nowMs: number },
): Promise<boolean> {
  const { beforeMs, nowMs } = times;
  const oldest = await trx
    .selectFrom("audit")
    .select("at_ms")
    .where("at_ms", "<=", nowMs)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined || oldest.at_ms >= beforeMs) return false;
  await lockReplicas(db, trx, "audit");
  const rows = await trx
    .selectFrom("audit")
    .select(["seq", "hash", "at_ms"])
    .orderBy("seq")
    .limit(rowsPerCall)
    .execute();
  const young = rows.findIndex((row) => row.at_ms >= beforeMs && row.at_ms <= nowMs);
  const older = young === -1 ? rows : rows.slice(0, young);
  const lastOld = older.findLastIndex((row) => row.at_ms < beforeMs);
  // Without one, all are dated in the future, and the old one follows.
  const expired = lastOld === -1 ? older : older.slice(0, lastOld + 1);
  const last = expired.at(-1);
  if (last === undefined) return false;
  // A forged beginning must stay visible: it is not signed.
  if (!(await readAnchor(trx)).valid) return false;
  await writeAnchor(trx, last, nowMs);
  await trx.deleteFrom("audit").where("seq", "<=", last.seq).execute();
  return older.length === rowsPerCall;
}

/** Overhead of a row: its index entries, lengths of columns and free space of pages. */
const overheadBytes = 250;

/** Bytes of all rows, estimated from the newest thousand. */
export async function auditBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ rows: number | null; bytes: number | null }>`
    select (select max(seq) - min(seq) + 1 from audit) as rows,
      (select avg(length(actor) + length(ip) + length(request_id) + length(action) + length(target)
        + length(reason) + length(previous_hash) + length(hash))
       from (select * from audit order by seq desc limit 1000) as newest) as bytes`.execute(db);
  return Math.round(Number(rows[0]?.rows ?? 0) * (Number(rows[0]?.bytes ?? 0) + overheadBytes));
}
