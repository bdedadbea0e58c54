// The recorded checks of proxies, one row per proxy and time: a check read from its own response and from the list is one
// row, and the response, which has more details, replaces the list's data.
import { sql } from "kysely";
import {
  type CheckSummary,
  type ProxyCheckRecord,
  type ProxyHistory,
  proxyHistoryBounds,
} from "../../bff/proxies.ts";
import { type CheckCounts, countsOf, summaryOf } from "../../insight/check-summary.ts";
import type { Verdict } from "../../insight/flap.ts";
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

/** What is known of the checks of one proxy in a range. */
export interface ProxyChecks {
  /** The newest, oldest first. */
  marks: ProxyCheckRecord[];
  /** Of all. */
  summary: CheckSummary;
}

/** Up to so many checks of a range are all read: to let the database count them first takes longer. */
const mostRead = 15_000;

const ofRange = (db: Database, { sinceMs, proxyId }: CheckRange) => {
  const query = db.selectFrom("proxy_checks").where("at_ms", ">=", sinceMs);
  return proxyId === undefined ? query : query.where("proxy_id", "=", proxyId);
};

/** The time of the newest check of a range that has `count` newer ones; undefined where there is none. */
async function timeBehind(db: Database, range: CheckRange, count: number): Promise<number | undefined> {
  const newestFirst = ofRange(db, range).select("at_ms").orderBy("at_ms", "desc");
  return (await newestFirst.limit(1).offset(sql.lit(count)).executeTakeFirst())?.at_ms;
}

/** The numbers of a text that the database has joined with commas. */
function numbersOf(joined: string): number[] {
  const numbers: number[] = JSON.parse(`[${joined}]`);
  return numbers;
}

/** The counts of the checks of a range by proxy, as the database counts them. */
async function countChecks(db: Database, range: CheckRange): Promise<ReadonlyMap<string, CheckCounts>> {
  const withStatus = (status: Verdict) =>
    sql<number | string>`count(*) filter (where status = ${sql.lit(status)})`;
  const rows = await ofRange(db, range)
    .select("proxy_id")
    .select(({ fn }) => [fn.countAll().as("checks"), fn.min("at_ms").as("from_ms")])
    .select([withStatus("available").as("available"), withStatus("unavailable").as("unavailable")])
    .select(sql<string | null>`string_agg(cast(latency_ms as text), ',')`.as("latencies"))
    .groupBy("proxy_id")
    .execute();
  return new Map(
    rows.map((row) => [
      row.proxy_id,
      {
        checks: Number(row.checks),
        available: Number(row.available),
        unavailable: Number(row.unavailable),
        fromMs: Number(row.from_ms),
        latenciesMs: numbersOf(row.latencies ?? ""),
      },
    ]),
  );
}

const markColumns = ["at_ms", "status", "latency_ms", "ip", "source"] as const;
const markOf = ({ at_ms, status, latency_ms, ip, source }: ProxyCheckRecord): ProxyCheckRecord => ({
  at_ms,
  status,
  latency_ms,
  ip,
  source,
});

/** Every check of a short range. */
async function readEach(db: Database, range: CheckRange): Promise<ReadonlyMap<string, ProxyChecks>> {
  const rows = await ofRange(db, range).select("proxy_id as of_proxy").select(markColumns).execute();
  return new Map(
    [...byProxy(rows, markOf)].map(([id, checks]) => {
      const marks = checks.slice(-proxyHistoryBounds.marks);
      return [id, { marks, summary: summaryOf(countsOf(checks), marks) }];
    }),
  );
}

/** Of a long range the newest checks and the counts of all. */
async function readCounted(db: Database, range: CheckRange): Promise<ReadonlyMap<string, ProxyChecks>> {
  const counts = await countChecks(db, range);
  const newest = await newestOfProxies(
    db,
    [...counts.keys()],
    { sinceMs: range.sinceMs, limit: proxyHistoryBounds.marks },
    markColumns,
    markOf,
  );
  return new Map(
    [...counts].map(([id, counted]) => {
      const marks = newest.get(id) ?? [];
      return [id, { marks, summary: summaryOf(counted, marks) }];
    }),
  );
}

/** Checks in a range by proxy; `complete` is false when the oldest were left out because of the row limit. */
export async function readProxyChecks(
  db: Database,
  range: CheckRange,
): Promise<{ complete: boolean; proxies: ReadonlyMap<string, ProxyChecks> }> {
  if ((await timeBehind(db, range, mostRead)) === undefined)
    return { complete: true, proxies: await readEach(db, range) };
  const leftOutMs = await timeBehind(db, range, proxyHistoryBounds.rows);
  if (leftOutMs === undefined) return { complete: true, proxies: await readCounted(db, range) };
  return { complete: false, proxies: await readCounted(db, { ...range, sinceMs: leftOutMs + 1 }) };
}

/** The time of the oldest recorded check; null without any. */
export async function checksBeganAtMs(db: Database): Promise<number | null> {
  const checks = db.selectFrom("proxy_checks").select("at_ms");
  return (await checks.orderBy("at_ms").limit(1).executeTakeFirst())?.at_ms ?? null;
}

/** The checks of each proxy, oldest first, from rows in any order. */
function byProxy<Row extends { of_proxy: string }, Check extends { at_ms: number }>(
  rows: readonly Row[],
  checkOf: (row: Row) => Check,
): Map<string, Check[]> {
  const proxies = new Map<string, Check[]>();
  for (const row of rows) {
    const checks = proxies.get(row.of_proxy);
    if (checks === undefined) proxies.set(row.of_proxy, [checkOf(row)]);
    else checks.push(checkOf(row));
  }
  for (const checks of proxies.values()) checks.sort((a, b) => a.at_ms - b.at_ms);
  return proxies;
}

/**
 * The newest checks of each proxy since a time, at most `limit` of each, oldest first. `checkOf` makes each from its
 * `columns`.
 */
async function newestOfProxies<Column extends keyof ProxyCheckRow, Check extends { at_ms: number }>(
  db: Database,
  proxyIds: readonly string[],
  { sinceMs, limit }: { sinceMs: number; limit: number },
  columns: readonly Column[],
  checkOf: (row: Pick<ProxyCheckRow, Column>) => Check,
): Promise<ReadonlyMap<string, Check[]>> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const rows = await inBatches(proxyIds, async (part) => {
    const ids = part.map((id) => sql`(${id})`);
    // Reads for each proxy the time of the oldest check that counts, and then all from there on.
    const read = await sql<Pick<ProxyCheckRow, Column> & { of_proxy: string }>`
      with wanted as (
        select column1 as id, coalesce((
          select at_ms from proxy_checks where proxy_id = column1 and at_ms >= ${sinceMs}
          order by at_ms desc limit 1 offset ${sql.lit(limit - 1)}), ${sinceMs}) as from_ms
        from (values ${sql.join(ids)}) as ids
      )
      select proxy_id as of_proxy, ${selected} from wanted cross join proxy_checks
      where proxy_id = wanted.id and at_ms >= wanted.from_ms and at_ms >= ${sinceMs}`.execute(db);
    return read.rows;
  });
  return byProxy(rows, checkOf);
}

/** The newest checks of each proxy since a time, at most `limit` of each, oldest first. */
export const recentChecks = (
  db: Database,
  proxyIds: readonly string[],
  range: { sinceMs: number; limit: number },
): Promise<ReadonlyMap<string, { at_ms: number; status: string }[]>> =>
  newestOfProxies(db, proxyIds, range, ["at_ms", "status"], ({ at_ms, status }) => ({ at_ms, status }));

/** The recorded checks of a range with their summary, including responses that were just received. */
export async function readProxyHistory(range: CheckRange, nowMs: number): Promise<ProxyHistory> {
  await flushAnswers();
  const { complete, proxies } = await readProxyChecks(database(), range);
  return {
    since_ms: range.sinceMs,
    until_ms: nowMs,
    began_at_ms: await checksBeganAtMs(database()),
    complete,
    proxies: [...proxies].map(([proxyId, { marks, summary }]) => ({ proxy_id: proxyId, marks, summary })),
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
