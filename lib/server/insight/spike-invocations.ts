// Attributes that the failed invocations of the last minutes share. Pool, proxy and profile are known only for recorded
// sessions; an invocation without one is excluded from the count, not counted as one without a proxy.
import { type AttributeKind, insightLimits, type SharedAttribute, spikeRules } from "../../bff/insight.ts";
import { isInterruption } from "../../insight/interruption.ts";
import { type Lift, liftsOf } from "../../insight/lift.ts";
import type { Database } from "../db/database.ts";
import { linkedSessions, readSessionAttributes } from "../inventory/recorded-sessions.ts";
import { findNames } from "../inventory/resources.ts";
import { type EndedInvocation, newestEnded } from "../invocations/invocation-statistics.ts";

const hasFailed = ({ status }: EndedInvocation) => status === "failed";

type Parts = Pick<SharedAttribute, "app_name" | "action_name" | "version">;
const noParts: Parts = { app_name: null, action_name: null, version: null };

/** Attributes of the invocation itself: the id, and the parts for a search by it. */
const ownKinds = {
  app: ({ app_name }: EndedInvocation) => ({ id: app_name, parts: { ...noParts, app_name } }),
  action: ({ app_name, action_name }: EndedInvocation) => ({
    id: `${app_name} ${action_name}`,
    parts: { ...noParts, app_name, action_name },
  }),
  version: ({ app_name, version }: EndedInvocation) => ({
    id: `${app_name} ${version}`,
    parts: { ...noParts, app_name, version },
  }),
} as const satisfies Partial<
  Record<AttributeKind, (invocation: EndedInvocation) => { id: string; parts: Parts }>
>;

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

/**
 * The attributes shared by the failed invocations that started in a period, by lift. Examines the newest 5,000 ended
 * invocations, without those interrupted by a stop of the service.
 */
export async function readShared(db: Database, sinceMs: number, untilMs: number) {
  const ended = await newestEnded(db, sinceMs, untilMs, insightLimits.invocations);
  const invocations = ended.filter(
    (invocation) => !(hasFailed(invocation) && isInterruption(invocation.reason_key)),
  );
  const rule = { support: spikeRules.support, least: spikeRules.lift };
  const attributes: SharedAttribute[] = [];
  for (const kind of ["app", "action", "version"] as const) {
    const parts = new Map(
      invocations.map((invocation) => [ownKinds[kind](invocation).id, ownKinds[kind](invocation).parts]),
    );
    const cases = invocations.map((invocation) => ({
      failed: hasFailed(invocation),
      values: [ownKinds[kind](invocation).id],
    }));
    for (const lift of liftsOf(cases, rule))
      attributes.push(attributeOf(kind, lift, null, parts.get(lift.value) ?? noParts));
  }
  const sessions = await linkedSessions(
    db,
    invocations.map(({ id }) => id),
  );
  const attributesOf = await readSessionAttributes(db, [...new Set([...sessions.values()].flat())]);
  const readSessions = (invocation: EndedInvocation) =>
    (sessions.get(invocation.id) ?? []).filter((id) => attributesOf.read.has(id));
  for (const kind of ["pool", "proxy", "profile"] as const) {
    const cases = invocations.map((invocation) => {
      // The absence of a pool is not recorded, so only sessions with a known pool are counted.
      const known =
        kind === "pool"
          ? (sessions.get(invocation.id) ?? []).filter((id) => attributesOf.pool.has(id))
          : readSessions(invocation);
      const values = known.length === 0 ? undefined : known.flatMap((id) => attributesOf[kind].get(id) ?? []);
      return { failed: hasFailed(invocation), values };
    });
    const lifts = liftsOf(cases, rule);
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
  const known = invocations.filter((invocation) => readSessions(invocation).length > 0);
  return {
    attributes: attributes.sort((a, b) => b.lift - a.lift || b.failed_with - a.failed_with),
    known: { failed: known.filter(hasFailed).length, ended: known.length },
    examined: invocations.length,
  };
}
