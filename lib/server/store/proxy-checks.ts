// The recorded checks of proxies. One row per proxy and moment: the same check told twice (by its own answer and by
// the list) is one row, and the answer of our own check knows more.
import { type ProxyCheckMark, proxyHistoryBounds } from "../../bff/proxies.ts";
import type { Database } from "./database.ts";
import { newestOfEach } from "./distinct-values.ts";
import type { Tables } from "./tables.ts";

/** The API's own clock tells the time of a check, and may be so far ahead of ours. What lies further ahead was checked
 *  before the clock was set back: it is no news of now. */
export const checkAheadMs = 3_600_000;

export type ProxyCheckRow = Tables["proxy_checks"];

/** Adds checks; keys within `rows` must differ. */
export async function insertProxyChecks(db: Database, rows: readonly ProxyCheckRow[]): Promise<void> {
  const own = rows.filter(({ source }) => source !== "list");
  const told = rows.filter(({ source }) => source === "list");
  if (told.length > 0)
    await db
      .insertInto("proxy_checks")
      .values([...told])
      .onConflict((conflict) => conflict.columns(["proxy_id", "at_ms"]).doNothing())
      .execute();
  if (own.length > 0)
    await db
      .insertInto("proxy_checks")
      .values([...own])
      .onConflict((conflict) =>
        conflict.columns(["proxy_id", "at_ms"]).doUpdateSet((each) => ({
          status: each.ref("excluded.status"),
          latency_ms: each.ref("excluded.latency_ms"),
          ip: each.ref("excluded.ip"),
          source: each.ref("excluded.source"),
        })),
      )
      .execute();
}

export interface CheckRange {
  sinceMs: number;
  proxyId?: string | undefined;
}

/** Checks in a range by proxy, oldest first. Not complete: the oldest rows beyond the bound are left out. */
export async function readProxyChecks(
  db: Database,
  { sinceMs, proxyId }: CheckRange,
): Promise<{ beganAtMs: number | null; complete: boolean; proxies: ReadonlyMap<string, ProxyCheckMark[]> }> {
  let query = db.selectFrom("proxy_checks").selectAll().where("at_ms", ">=", sinceMs);
  if (proxyId !== undefined) query = query.where("proxy_id", "=", proxyId);
  const rows = await query
    .orderBy("at_ms", "desc")
    .orderBy("proxy_id")
    .limit(proxyHistoryBounds.rows + 1)
    .execute();
  const first = await db
    .selectFrom("proxy_checks")
    .select("at_ms")
    .orderBy("at_ms")
    .limit(1)
    .executeTakeFirst();
  const proxies = new Map<string, ProxyCheckMark[]>();
  for (const { proxy_id: id, ...mark } of rows.slice(0, proxyHistoryBounds.rows).reverse()) {
    const marks = proxies.get(id);
    if (marks) marks.push(mark);
    else proxies.set(id, [mark]);
  }
  return { beganAtMs: first?.at_ms ?? null, complete: rows.length <= proxyHistoryBounds.rows, proxies };
}

/** When each proxy was last checked, by anyone, up to `untilMs`. */
export const lastChecks = (
  db: Database,
  untilMs: number = Number.MAX_SAFE_INTEGER,
): Promise<ReadonlyMap<string, number>> => newestOfEach(db, "proxy_checks", "proxy_id", untilMs);

/** How many scheduled checks were recorded since then, up to `untilMs`. */
export async function countScheduled(
  db: Database,
  sinceMs: number,
  untilMs: number = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const { count } = await db
    .selectFrom("proxy_checks")
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .where("source", "=", "schedule")
    .where("at_ms", ">=", sinceMs)
    .where("at_ms", "<=", untilMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}
