// What the sessions of many invocations used, counted by the database.
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";

/** `read`: invocations with a session whose details are recorded; `pooled`: with one whose pool is. Both have no value. */
type UseKind = "proxy" | "profile" | "pool" | "read" | "pooled";

export interface SessionUse {
  kind: UseKind;
  /** The id of the proxy, profile or pool. */
  value: string | null;
  /** Numbers of invocations. */
  failed: number;
  ended: number;
}

/**
 * How many of the invocations that `ended` selects (`id`, and `failed`: 0 or 1) used each pool, proxy and profile. `sessions`
 * selects of these, as the table `ended`, those with a recorded `session_id`. An invocation counts once for each.
 */
export async function countSessionUses(
  db: Database,
  { ended, sessions }: { ended: RawBuilder<unknown>; sessions: RawBuilder<unknown> },
): Promise<SessionUse[]> {
  const targets = (kind: "proxy" | "profile") => sql`
    select ${sql.lit(kind)} as kind, link.to_id as value, id, failed from read_sessions
    join resource_links link on link.from_kind = 'session' and link.from_id = session_id
      and link.to_kind = ${sql.lit(kind)}`;
  const counted = sql`count(*) as ended, sum(failed) as failed`;
  // Links refer to a pool by its name or by its id. Its absence is not recorded, so only sessions with a known pool count.
  const { rows } = await sql<SessionUse>`
    with ended as (${ended}), sessions as (
      ${sessions} union
      select ended.id, failed, link.to_id from ended
      join resource_links link on link.from_kind = 'invocation' and link.from_id = ended.id
        and link.to_kind = 'session'
    ), read_sessions as (
      select sessions.id, failed, session_id from sessions
      join resources on resources.kind = 'session' and resources.id = session_id and details <> '{}'
    ), named as (
      select name, max(id) as id from resources where kind = 'pool' and name is not null group by name
    ), uses as (
      ${targets("proxy")} union ${targets("profile")} union
      select 'pool' as kind, coalesce(named.id, link.from_id) as value, sessions.id, failed from sessions
      join resource_links link on link.from_kind = 'pool' and link.to_kind = 'session' and link.to_id = session_id
      left join named on named.name = link.from_id
    )
    select kind, value, ${counted} from uses group by kind, value
    union all select 'read' as kind, null as value, ${counted} from (select distinct id, failed from read_sessions) r
    union all select 'pooled' as kind, null as value, ${counted}
      from (select distinct id, failed from uses where kind = 'pool') p`.execute(db);
  return rows.map((row) => ({ ...row, failed: Number(row.failed ?? 0), ended: Number(row.ended) }));
}
