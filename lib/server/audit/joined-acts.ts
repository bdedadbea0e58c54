// Acts of the audit as a query: its rows joined by request and operation.
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { nowOf } from "../db/leases.ts";

/** Whether an answer reports a failure. */
const isFailure = (row: "a" | "n") =>
  sql<boolean>`(${sql.ref(`${row}.code`)} is not null or coalesce(${sql.ref(`${row}.status`)}, 0) >= 400)`;

/** How an act ended. */
export const outcome = sql<string>`case
  when a.phase = 'denied' then 'refused'
  when a.phase = 'event' then case when ${isFailure("a")} then 'failed' else 'ok' end
  when n.seq is not null then case when ${isFailure("n")} then 'failed' else 'ok' end
  when u.seq is not null then 'unknown'
  when w.request_id is not null then 'running'
  else 'unknown' end`;

/** The row with the outcome of the act whose first row is `a`: that row itself where older ones were deleted. */
const rowOf = (phase: "answered" | "unknown") => sql<number>`(
  select min(e.seq) from audit e where e.request_id = a.request_id and e.action = a.action
    and e.seq >= a.seq and e.phase = ${sql.lit(phase)} and a.phase not in ('event', 'denied'))`;

/** Every act once, by its first row `a`, with the rows of its answer `n` and of its unknown outcome `u`. */
export const joined = (db: Database) =>
  db
    .selectFrom("audit as a")
    .leftJoin("audit as n", (join) => join.on("n.seq", "=", rowOf("answered")))
    .leftJoin("audit as u", (join) => join.on("u.seq", "=", rowOf("unknown")))
    .leftJoin("acts as w", (join) =>
      join
        .onRef("w.request_id", "=", "a.request_id")
        .on("w.ended_at_ms", "is", null)
        // One whose process died stays here for as long as no replica records.
        .on("w.expires_at_ms", ">", nowOf(db)),
    )
    .where(sql<boolean>`(a.phase not in ('answered', 'unknown') or not exists (
      select 1 from audit e where e.request_id = a.request_id and e.action = a.action and e.seq < a.seq))`);
