// Drops what is too old, a bounded number of rows at a time.
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { usedBytes } from "./disk.ts";
import { rollupWidths } from "./rollups.ts";

const rowsAtOnce = 500;
/** Ids that nobody pinned, by when an answer last told of them. */
const unpinned = {
  table: "seen",
  time: "last_seen_ms",
  key: ["kind", "id"],
  and: "and pinned_by is null",
} as const;

/** Rows of `table` whose `time` is before; which rows is said by a sub-select, for PostgreSQL has no bounded delete. */
async function dropRows(
  trx: Database,
  what: { table: string; time: string; key: readonly string[]; beforeMs: number; and?: string },
): Promise<boolean> {
  const key = what.key.join(", ");
  const { numAffectedRows } = await sql`
    delete from ${sql.table(what.table)} where (${sql.raw(key)}) in (
      select ${sql.raw(key)} from ${sql.table(what.table)}
      where ${sql.ref(what.time)} < ${what.beforeMs} ${sql.raw(what.and ?? "")}
      order by ${sql.ref(what.time)} limit ${rowsAtOnce})`.execute(trx);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

/** Drops samples, checks, roll-ups, gaps, ids and alerts that are too old; true when there may be more. */
export async function dropOld(
  trx: Database,
  { rawBeforeMs, beforeMs }: { rawBeforeMs: number; beforeMs: number },
): Promise<boolean> {
  const rollups = ["width_ms", "bucket_ms", "app_name", "action_name", "version"];
  const { fine, coarse } = rollupWidths;
  const dropped = [
    await dropRows(trx, {
      table: "process_samples_5m",
      time: "at_ms",
      key: ["session_id", "process_id", "at_ms"],
      beforeMs,
    }),
    await dropRows(trx, { table: "pool_samples_5m", time: "at_ms", key: ["pool_id", "at_ms"], beforeMs }),
    await dropRows(trx, { table: "proxy_checks", time: "at_ms", key: ["proxy_id", "at_ms"], beforeMs }),
    await dropRows(trx, {
      table: "run_rollups",
      time: "bucket_ms",
      key: rollups,
      beforeMs: rawBeforeMs,
      and: `and width_ms = ${fine}`,
    }),
    await dropRows(trx, {
      table: "run_rollups",
      time: "bucket_ms",
      key: rollups,
      beforeMs: beforeMs - coarse,
      and: `and width_ms = ${coarse}`,
    }),
    await dropRows(trx, {
      table: "log_gaps",
      time: "to_ms",
      key: ["session_id", "source", "log", "to_ms"],
      beforeMs,
    }),
    await dropRows(trx, { table: "recorder_gaps", time: "to_ms", key: ["list", "from_ms"], beforeMs }),
    await dropRows(trx, { ...unpinned, beforeMs }),
    await dropRows(trx, {
      table: "seen_links",
      time: "last_seen_ms",
      key: ["from_kind", "from_id", "to_kind", "to_id"],
      beforeMs,
    }),
    await dropRows(trx, { table: "alerts", time: "resolved_at_ms", key: ["id"], beforeMs }),
    await dropDeliveries(trx, beforeMs),
  ];
  return dropped.includes(true);
}

/** Drops what was sent to webhooks, with its attempts. What an open alert told stays: its end goes to who was told. */
async function dropDeliveries(trx: Database, beforeMs: number): Promise<boolean> {
  const open = trx.selectFrom("alerts").select("id").where("resolved_at_ms", "is", null);
  const rows = await trx
    .selectFrom("alert_deliveries")
    .select("id")
    .where("created_at_ms", "<", beforeMs)
    .where("state", "!=", "waiting")
    .where((each) => each.or([each("alert_id", "is", null), each("alert_id", "not in", open)]))
    .orderBy("created_at_ms")
    .limit(rowsAtOnce)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom("alert_attempts").where("delivery_id", "in", ids).execute();
  await trx.deleteFrom("alert_deliveries").where("id", "in", ids).execute();
  return true;
}

async function dropById(trx: Database, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("run_sessions").where("run_id", "in", ids).execute();
  await trx.deleteFrom("runs").where("id", "in", ids).execute();
}

/** Drops runs that are over and started before; true when there may be more. Their roll-ups go by their own age. */
export async function dropRuns(trx: Database, beforeMs: number): Promise<boolean> {
  const rows = await trx
    .selectFrom("runs")
    .select("id")
    .where("started_at_ms", "<", beforeMs)
    .where("open", "=", 0)
    .orderBy("started_at_ms")
    .limit(rowsAtOnce)
    .execute();
  if (rows.length === 0) return false;
  await dropById(
    trx,
    rows.map(({ id }) => id),
  );
  return true;
}

/** Drops the oldest runs that are over; the start up to which they went, or undefined when there is none to drop. */
export async function dropOldestRuns(trx: Database): Promise<number | undefined> {
  const rows = await trx
    .selectFrom("runs")
    .select(["id", "started_at_ms"])
    .where("open", "=", 0)
    .orderBy("started_at_ms")
    .orderBy("id")
    .limit(rowsAtOnce)
    .execute();
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  await dropById(
    trx,
    rows.map(({ id }) => id),
  );
  return last.started_at_ms + 1;
}

/** Drops ids that have ended and nobody pinned, the longest unseen first; false when there is none to drop. */
export const dropOldestEnded = (trx: Database): Promise<boolean> =>
  dropRows(trx, {
    ...unpinned,
    beforeMs: Number.MAX_SAFE_INTEGER,
    and: `${unpinned.and} and ended_at_ms is not null`,
  });

/** Whether the store is larger than `maxBytes` although nothing is left that goes early. */
export async function isOverBound(db: Database, maxBytes: number): Promise<boolean> {
  const used = await usedBytes(db);
  if (used === undefined || used <= maxBytes) return false;
  const run = await db.selectFrom("runs").select("id").where("open", "=", 0).limit(1).executeTakeFirst();
  if (run !== undefined) return false;
  const ended = await db
    .selectFrom("seen")
    .select("id")
    .where("pinned_by", "is", null)
    .where("ended_at_ms", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return ended === undefined;
}
