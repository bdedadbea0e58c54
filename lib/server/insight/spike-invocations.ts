// Attributes that the failed invocations of the last minutes share, counted by the database. Pool, proxy and profile are
// known only for recorded sessions; an invocation without one is excluded from the count, not counted as one without a proxy.
import { type RawBuilder, sql } from "kysely";
import { type AttributeKind, insightLimits, type SharedAttribute, spikeRules } from "../../bff/insight.ts";
import { isInterruption } from "../../insight/interruption.ts";
import { type AttributeCount, type KnownCount, type Lift, liftsOf } from "../../insight/lift.ts";
import type { Database } from "../db/database.ts";
import { findNames } from "../inventory/resources.ts";

type Parts = Pick<SharedAttribute, "app_name" | "action_name" | "version">;
const noParts: Parts = { app_name: null, action_name: null, version: null };

/** Ended invocations with the same attributes of their own. */
interface Group extends Parts {
  status: string;
  reason_key: string | null;
  invocations: number | string;
}

const hasFailed = ({ status }: Group) => status === "failed";

/** Attributes of the invocation itself: the id, and the parts for a search by it. */
const ownKinds = {
  app: ({ app_name }: Group) => ({ id: app_name, parts: { ...noParts, app_name } }),
  action: ({ app_name, action_name }: Group) => ({
    id: `${app_name} ${action_name}`,
    parts: { ...noParts, app_name, action_name },
  }),
  version: ({ app_name, version }: Group) => ({
    id: `${app_name} ${version}`,
    parts: { ...noParts, app_name, version },
  }),
} as const satisfies Partial<Record<AttributeKind, (group: Group) => { id: string | null; parts: Parts }>>;

const attributeOf = (
  kind: AttributeKind,
  lift: Lift,
  name: string | null,
  parts: Parts,
): SharedAttribute => ({
  kind,
  id: lift.value,
  name,
  ...parts,
  failed_with: lift.failedWith,
  failed: lift.failed,
  ended_with: lift.endedWith,
  ended: lift.ended,
  lift: lift.lift,
});

/** The newest invocations of a period that have succeeded or failed. */
const newestEnded = (sinceMs: number, untilMs: number) => sql`
  select id, app_name, action_name, version, status, reason_key from invocations
  where started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs} and status in ('succeeded', 'failed')
  order by started_at_ms desc limit ${sql.lit(insightLimits.invocations)}`;

const sumOf = (groups: readonly Group[]) =>
  groups.reduce((sum, { invocations }) => sum + Number(invocations), 0);
const countOf = (groups: readonly Group[]): KnownCount => ({
  failed: sumOf(groups.filter(hasFailed)),
  ended: sumOf(groups),
});

interface UseRow {
  kind: "proxy" | "profile" | "pool" | "read" | "pooled";
  value: string | null;
  failed: number | string;
  ended: number | string;
}

/** Of the invocations that `ended` selects (`id`, and `failed`: 0 or 1), how many used each pool, proxy and profile, and of how
 *  many a session is read, or its pool is known. */
async function countUses(db: Database, ended: RawBuilder<unknown>): Promise<UseRow[]> {
  const targets = (kind: "proxy" | "profile") => sql`
    select ${sql.lit(kind)} as kind, link.to_id as value, id, failed from read_sessions
    join resource_links link on link.from_kind = 'session' and link.from_id = session_id
      and link.to_kind = ${sql.lit(kind)}`;
  const counted = sql`count(*) as ended, sum(failed) as failed`;
  // Links refer to a pool by its name or by its id. Its absence is not recorded, so only sessions with a known pool count.
  const { rows } = await sql<UseRow>`
    with ended as (${ended}), sessions as (
      select ended.id, failed, session_id from ended join invocation_sessions on invocation_id = ended.id
      union
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
  return rows;
}

/**
 * The attributes shared by the failed invocations that started in a period, by lift. Examines the newest 5,000 ended
 * invocations, without those interrupted by a stop of the service.
 */
export async function readShared(db: Database, sinceMs: number, untilMs: number) {
  const { rows } = await sql<Group>`
    select app_name, action_name, version, status, reason_key, count(*) as invocations
    from (${newestEnded(sinceMs, untilMs)}) newest
    group by app_name, action_name, version, status, reason_key`.execute(db);
  const isInterrupted = (group: Group) => hasFailed(group) && isInterruption(group.reason_key);
  const groups = rows.filter((group) => !isInterrupted(group));
  const examined = countOf(groups);
  const rule = { support: spikeRules.support, least: spikeRules.lift };
  const attributes: SharedAttribute[] = [];
  for (const kind of ["app", "action", "version"] as const) {
    const of = ownKinds[kind];
    const counts = [...Map.groupBy(groups, (group) => `${of(group).id}`)].map(([value, own]) => {
      const { failed, ended } = countOf(own);
      return { value, failedWith: failed, endedWith: ended };
    });
    const parts = new Map(groups.map((group) => [`${of(group).id}`, of(group).parts]));
    for (const lift of liftsOf(counts, examined, rule))
      attributes.push(attributeOf(kind, lift, null, parts.get(lift.value) ?? noParts));
  }
  const interruptions = rows.filter(isInterrupted).flatMap(({ reason_key: key }) => key ?? []);
  const counted =
    interruptions.length === 0
      ? sql`true`
      : sql`(status <> 'failed' or reason_key is null or reason_key not in (${sql.join(interruptions)}))`;
  const uses = await countUses(
    db,
    sql`select id, case when status = 'failed' then 1 else 0 end as failed
      from (${newestEnded(sinceMs, untilMs)}) newest where ${counted}`,
  );
  const usesOf = (kind: UseRow["kind"]): AttributeCount[] =>
    uses
      .filter((use) => use.kind === kind)
      .map((use) => ({
        value: use.value ?? "",
        failedWith: Number(use.failed ?? 0),
        endedWith: Number(use.ended),
      }));
  const knownBy = (kind: "read" | "pooled"): KnownCount => {
    const [count] = usesOf(kind);
    return { failed: count?.failedWith ?? 0, ended: count?.endedWith ?? 0 };
  };
  for (const kind of ["pool", "proxy", "profile"] as const) {
    const lifts = liftsOf(usesOf(kind), knownBy(kind === "pool" ? "pooled" : "read"), rule);
    const names = await findNames(
      db,
      kind,
      lifts.map(({ value }) => value),
    );
    for (const lift of lifts) {
      const { label, name } = names.get(lift.value) ?? { label: null, name: null };
      attributes.push(attributeOf(kind, lift, label ?? name, noParts));
    }
  }
  return {
    attributes: attributes.sort((a, b) => b.lift - a.lift || b.failed_with - a.failed_with),
    known: knownBy("read"),
    examined: examined.ended,
  };
}
