// The newest ended invocations of a period, grouped and as a part of other queries, so that the database counts what
// thousands of them have in common.
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { InvocationRow } from "./invocation-rows.ts";

/** Bounds in epoch milliseconds, the end exclusive, and the most invocations, the newest ones. */
export interface EndedPeriod {
  sinceMs: number;
  untilMs: number;
  limit: number;
}

/** Ended invocations with the same attributes of their own. */
export type EndedGroup = Pick<
  InvocationRow,
  "app_name" | "action_name" | "version" | "status" | "reason_key"
> & { invocations: number };

const newest = ({ sinceMs, untilMs, limit }: EndedPeriod) => sql`
  (select id, app_name, action_name, version, status, reason_key from invocations
  where started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs} and status in ('succeeded', 'failed')
  order by started_at_ms desc limit ${sql.lit(limit)}) newest`;

export async function groupEnded(db: Database, period: EndedPeriod): Promise<EndedGroup[]> {
  const { rows } = await sql<EndedGroup>`
    select app_name, action_name, version, status, reason_key, count(*) as invocations from ${newest(period)}
    group by app_name, action_name, version, status, reason_key`.execute(db);
  return rows.map((row) => ({ ...row, invocations: Number(row.invocations) }));
}

/** A query for their `id`, and `failed`: 0 or 1. Failures with a masked reason in `without` are left out. */
export function endedIds(period: EndedPeriod, without: readonly string[]): RawBuilder<unknown> {
  const counted =
    without.length === 0
      ? sql`true`
      : sql`(status <> 'failed' or reason_key is null or reason_key not in (${sql.join([...without])}))`;
  return sql`select id, case when status = 'failed' then 1 else 0 end as failed from ${newest(period)}
    where ${counted}`;
}

/** A query for the sessions that were read of the invocations in the table `ended`: its columns, and `session_id`. */
export const sessionsOfEnded = sql`
  select ended.id, failed, session_id from ended join invocation_sessions on invocation_id = ended.id`;
