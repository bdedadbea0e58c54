// The recorded checks of proxies, one row per proxy and time: a check read from its own response and from the list is one
// row, and the response, which has more details, replaces the list's data.
import { sql } from "kysely";
import { type ProxyCheckRecord, type ProxyHistory, proxyHistoryBounds } from "../../bff/proxies.ts";
import { summaryOf } from "../../insight/check-summary.ts";
import { type BoundedList, countRows, rowCount, type TimeRange } from "../db/bounded-list.ts";
import { type Database, database } from "../db/database.ts";
import { newestOfEach } from "../db/distinct-values.ts";
import { dropRows } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew, upsert } from "../db/upsert.ts";
import { flushAnswers } from "../upstream/answer-events.ts";

export type ProxyCheckRow = Tables["proxy_checks"];

/** Adds checks; keys within `rows` must differ. */
export async function insertProxyChecks(db: Database, rows: readonly ProxyCheckRow[]): Promise<void> {
  const own = rows.filter(({ source }) => source !== "list");
  const listed = rows.filter(({ source }) => source === "list");
  await insertNew(db, "proxy_checks", listed);
  await upsert(db, "proxy_checks", own);
}

export interface CheckRange {
  sinceMs: number;
  proxyId?: string | undefined;
}

/** Checks in a range by proxy, oldest first; `complete` is false when the oldest were left out because of the row limit. */
export async function readProxyChecks(
  db: Database,
  { sinceMs, proxyId }: CheckRange,
): Promise<{
  complete: boolean;
  proxies: ReadonlyMap<string, ProxyCheckRecord[]>;
}> {
  let query = db.selectFrom("proxy_checks").selectAll().where("at_ms", ">=", sinceMs);
  if (proxyId !== undefined) query = query.where("proxy_id", "=", proxyId);
  const rows = await query
    .orderBy("at_ms", "desc")
    .orderBy("proxy_id")
    .limit(proxyHistoryBounds.rows + 1)
    .execute();
  const proxies = new Map<string, ProxyCheckRecord[]>();
  for (const { proxy_id: id, ...check } of rows.slice(0, proxyHistoryBounds.rows).reverse()) {
    const checks = proxies.get(id);
    if (checks) checks.push(check);
    else proxies.set(id, [check]);
  }
  return { complete: rows.length <= proxyHistoryBounds.rows, proxies };
}

/** The time of the oldest recorded check; null without any. */
export async function checksBeganAtMs(db: Database): Promise<number | null> {
  const checks = db.selectFrom("proxy_checks").select("at_ms");
  return (await checks.orderBy("at_ms").limit(1).executeTakeFirst())?.at_ms ?? null;
}

/** The newest checks of each proxy since a time, at most `limit` of each, oldest first. */
export async function recentChecks(
  db: Database,
  proxyIds: readonly string[],
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<ReadonlyMap<string, { at_ms: number; status: string }[]>> {
  const rows = await inBatches(proxyIds, async (part) => {
    const ids = part.map((id) => sql`(${id})`);
    // Reads for each proxy the time of the oldest check that counts, and then all from there on.
    const read = await sql<{ proxy_id: string; at_ms: number; status: string }>`
      with wanted as (
        select column1 as id, coalesce((
          select at_ms from proxy_checks where proxy_id = column1 and at_ms >= ${sinceMs}
          order by at_ms desc limit 1 offset ${sql.lit(limit - 1)}), ${sinceMs}) as from_ms
        from (values ${sql.join(ids)}) as ids
      )
      select proxy_id, at_ms, status from wanted cross join proxy_checks
      where proxy_id = wanted.id and at_ms >= wanted.from_ms and at_ms >= ${sinceMs}`.execute(db);
    return read.rows;
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.proxy_id)].map(([id, group]) => [
      id,
      group.map(({ at_ms, status }) => ({ at_ms, status })).sort((a, b) => a.at_ms - b.at_ms),
    ]),
  );
}

/** The recorded checks of a range with their summary, including responses that were just received. */
export async function readProxyHistory(range: CheckRange, nowMs: number): Promise<ProxyHistory> {
  await flushAnswers();
  const { complete, proxies } = await readProxyChecks(database(), range);
  return {
    since_ms: range.sinceMs,
    until_ms: nowMs,
    began_at_ms: await checksBeganAtMs(database()),
    complete,
    proxies: [...proxies].map(([proxyId, marks]) => ({
      proxy_id: proxyId,
      marks: marks.slice(-proxyHistoryBounds.marks),
      summary: summaryOf(marks),
    })),
  };
}

/** Statuses of checks in a range, oldest first; beyond `limit` the oldest are left out. */
export async function readCheckStatuses(
  db: Database,
  { sinceMs, proxyId, limit }: CheckRange & { limit: number },
): Promise<Pick<ProxyCheckRow, "proxy_id" | "at_ms" | "status">[]> {
  let query = db
    .selectFrom("proxy_checks")
    .select(["proxy_id", "at_ms", "status"])
    .where("at_ms", ">=", sinceMs);
  if (proxyId !== undefined) query = query.where("proxy_id", "=", proxyId);
  return (await query.orderBy("at_ms", "desc").limit(limit).execute()).reverse();
}

/** Time of each proxy's last check of any source. */
export const lastChecks = (db: Database): Promise<ReadonlyMap<string, number>> =>
  newestOfEach(db, "proxy_checks", "proxy_id");

/** Number of scheduled checks recorded since `sinceMs`. */
export const countScheduled = (db: Database, sinceMs: number): Promise<number> =>
  countRows(
    db
      .selectFrom("proxy_checks")
      .where("source", "=", "schedule")
      .where("at_ms", ">=", sinceMs)
      .select(rowCount),
  );

/** The checks of a range, newest first. */
export async function readChecksIn(
  db: Database,
  { fromMs, toMs }: TimeRange,
  limit: number,
): Promise<BoundedList<Omit<ProxyCheckRow, "ip">>> {
  const inRange = db.selectFrom("proxy_checks").where("at_ms", ">=", fromMs).where("at_ms", "<", toMs);
  const items = await inRange
    .select(["proxy_id", "at_ms", "status", "latency_ms", "source"])
    .orderBy("at_ms", "desc")
    .orderBy("proxy_id")
    .limit(limit)
    .execute();
  return { total: await countRows(inRange.select(rowCount)), items };
}

/** Deletes checks before `beforeMs`; returns whether there may be more. */
export const dropChecks = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "proxy_checks", time: "at_ms", beforeMs });

/** The proxies of which a recorded check found one of the IPs, given in lower case. */
export async function proxiesCheckedWithIp(
  db: Database,
  ips: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("proxy_checks")
    .select("proxy_id")
    .distinct()
    .where(sql<string>`lower(ip)`, "in", ips)
    .execute();
  return new Set(rows.map(({ proxy_id: id }) => id));
}

/** The newest check of each proxy that was ever checked. */
export async function newestChecks(
  db: Database,
): Promise<Pick<ProxyCheckRow, "proxy_id" | "at_ms" | "status" | "latency_ms">[]> {
  return await inBatches([...(await lastChecks(db))], (part) =>
    db
      .selectFrom("proxy_checks")
      .select(["proxy_id", "at_ms", "status", "latency_ms"])
      .where((each) => each.or(part.map(([proxy_id, at_ms]) => each.and({ proxy_id, at_ms }))))
      .execute(),
  );
}
