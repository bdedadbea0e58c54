// Attributes that the failed invocations of the last minutes share, counted by the database. Pool, proxy and profile are
// known only for recorded sessions; an invocation without one is excluded from the count, not counted as one without a proxy.
import type { AttributeKind, SharedAttribute } from "../../bff/insight.ts";
import { insightLimits, spikeRules } from "../../bff/insight-rules.ts";
import { isInterruption } from "../../insight/interruption.ts";
import { type AttributeCount, type KnownCount, type Lift, liftsOf } from "../../insight/lift.ts";
import type { Database } from "../db/database.ts";
import { findNames } from "../inventory/resources.ts";
import { countSessionUses, type SessionUse } from "../inventory/session-uses.ts";
import { type EndedGroup, endedIds, groupEnded, sessionsOfEnded } from "../invocations/ended-invocations.ts";

type Parts = Pick<SharedAttribute, "app_name" | "action_name" | "version">;
const noParts: Parts = { app_name: null, action_name: null, version: null };

const hasFailed = ({ status }: EndedGroup) => status === "failed";

/** Attributes of the invocation itself: the id, and the parts for a search by it. */
const ownKinds = {
  app: ({ app_name }: EndedGroup) => ({ id: app_name, parts: { ...noParts, app_name } }),
  action: ({ app_name, action_name }: EndedGroup) => ({
    id: `${app_name} ${action_name}`,
    parts: { ...noParts, app_name, action_name },
  }),
  version: ({ app_name, version }: EndedGroup) => ({
    id: `${app_name} ${version}`,
    parts: { ...noParts, app_name, version },
  }),
} as const satisfies Partial<Record<AttributeKind, (group: EndedGroup) => { id: string; parts: Parts }>>;

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

const sumOf = (groups: readonly EndedGroup[]) =>
  groups.reduce((sum, { invocations }) => sum + invocations, 0);
const countOf = (groups: readonly EndedGroup[]): KnownCount => ({
  failed: sumOf(groups.filter(hasFailed)),
  ended: sumOf(groups),
});

/**
 * The attributes shared by the failed invocations that started in a period, by lift. Examines the newest 5,000 ended
 * invocations, without interrupted ones.
 */
export async function readShared(db: Database, sinceMs: number, untilMs: number) {
  const period = { sinceMs, untilMs, limit: insightLimits.invocations };
  const all = await groupEnded(db, period);
  const isInterrupted = (group: EndedGroup) => hasFailed(group) && isInterruption(group.reason_key);
  const groups = all.filter((group) => !isInterrupted(group));
  const examined = countOf(groups);
  const rule = { support: spikeRules.support, least: spikeRules.lift };
  const attributes: SharedAttribute[] = [];
  for (const kind of ["app", "action", "version"] as const) {
    const of = ownKinds[kind];
    const counts = [...Map.groupBy(groups, (group) => of(group).id)].map(([value, own]) => {
      const { failed, ended } = countOf(own);
      return { value, failedWith: failed, endedWith: ended };
    });
    const parts = new Map(groups.map((group) => [of(group).id, of(group).parts]));
    for (const lift of liftsOf(counts, examined, rule))
      attributes.push(attributeOf(kind, lift, null, parts.get(lift.value) ?? noParts));
  }
  const interruptions = all.filter(isInterrupted).flatMap(({ reason_key: key }) => key ?? []);
  const uses = await countSessionUses(db, {
    ended: endedIds(period, interruptions),
    sessions: sessionsOfEnded,
  });
  const usesOf = (kind: SessionUse["kind"]): AttributeCount[] =>
    uses
      .filter((use) => use.kind === kind)
      .map(({ value, failed, ended }) => ({ value: value ?? "", failedWith: failed, endedWith: ended }));
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
