// What the runs of the last minutes have in common. What hangs on their sessions is known as far as somebody saw the
// sessions in time; a run without it is left out of the count, never taken for one without a proxy.
import { type AttributeKind, insightLimits, type SharedAttribute, spikeRules } from "../../bff/insight.ts";
import { isInterruption } from "../../insight/interruption.ts";
import { type Lift, liftsOf } from "../../insight/lift.ts";
import type { Database } from "./database.ts";
import { rollupWidths } from "./rollups.ts";
import { sessionFacts, sessionsBehind } from "./session-facts.ts";

interface EndedRun {
  id: string;
  app_name: string;
  action_name: string;
  version: string;
  status: string;
  reason_key: string | null;
}

/** How many runs ended and failed of those that started in a time, in whole five minutes. */
export async function countEnded(db: Database, sinceMs: number, untilMs: number) {
  const row = await db
    .selectFrom("run_rollups")
    .select((each) => [
      each.fn.sum<number | string | null>("succeeded").as("succeeded"),
      each.fn.sum<number | string | null>("failed").as("failed"),
    ])
    .where("width_ms", "=", rollupWidths.fine)
    .where("bucket_ms", ">=", sinceMs)
    .where("bucket_ms", "<", untilMs)
    .executeTakeFirst();
  const failed = Number(row?.failed ?? 0);
  return { failed, ended: failed + Number(row?.succeeded ?? 0) };
}

const isFailed = ({ status }: EndedRun) => status === "failed";

type Parts = Pick<SharedAttribute, "app_name" | "action_name" | "version">;
const noParts: Parts = { app_name: null, action_name: null, version: null };

/** Attributes that the runs tell themselves: the id, and the parts that find them again. */
const ownKinds = {
  app: ({ app_name }: EndedRun) => ({ id: app_name, parts: { ...noParts, app_name } }),
  action: ({ app_name, action_name }: EndedRun) => ({
    id: `${app_name} ${action_name}`,
    parts: { ...noParts, app_name, action_name },
  }),
  version: ({ app_name, version }: EndedRun) => ({
    id: `${app_name} ${version}`,
    parts: { ...noParts, app_name, version },
  }),
} as const satisfies Partial<Record<AttributeKind, (run: EndedRun) => { id: string; parts: Parts }>>;

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

async function namesOf(db: Database, kind: AttributeKind, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>();
  const rows = await db
    .selectFrom("seen")
    .select(["id", "name", "label"])
    .where("kind", "=", kind)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name, label }) => [id, label ?? name]));
}

/** What failing runs that started in a time share, by lift; the newest 5,000 that ended are looked at, without
 *  those that the service cut short. */
export async function readShared(db: Database, sinceMs: number, untilMs: number) {
  const ended: EndedRun[] = await db
    .selectFrom("runs")
    .select(["id", "app_name", "action_name", "version", "status", "reason_key"])
    .where("started_at_ms", ">=", sinceMs)
    .where("started_at_ms", "<", untilMs)
    .where("status", "in", ["succeeded", "failed"])
    .orderBy("started_at_ms", "desc")
    .limit(insightLimits.runs)
    .execute();
  const runs = ended.filter((run) => !(isFailed(run) && isInterruption(run.reason_key)));
  const rule = { support: spikeRules.support, least: spikeRules.lift };
  const attributes: SharedAttribute[] = [];
  for (const kind of ["app", "action", "version"] as const) {
    const parts = new Map(runs.map((run) => [ownKinds[kind](run).id, ownKinds[kind](run).parts]));
    const told = runs.map((run) => ({ failed: isFailed(run), values: [ownKinds[kind](run).id] }));
    for (const lift of liftsOf(told, rule))
      attributes.push(attributeOf(kind, lift, null, parts.get(lift.value) ?? noParts));
  }
  const sessions = await sessionsBehind(
    db,
    runs.map(({ id }) => id),
  );
  const facts = await sessionFacts(db, [...new Set([...sessions.values()].flat())]);
  const seen = (run: EndedRun) => (sessions.get(run.id) ?? []).filter((id) => facts.read.has(id));
  for (const kind of ["pool", "proxy", "profile"] as const) {
    const told = runs.map((run) => {
      // No record says of a session that it is of no pool: only those whose pool was seen are counted.
      const known =
        kind === "pool" ? (sessions.get(run.id) ?? []).filter((id) => facts.pool.has(id)) : seen(run);
      const values = known.length === 0 ? undefined : known.flatMap((id) => facts[kind].get(id) ?? []);
      return { failed: isFailed(run), values };
    });
    const lifts = liftsOf(told, rule);
    const names = await namesOf(
      db,
      kind,
      lifts.map(({ value }) => value),
    );
    for (const lift of lifts)
      attributes.push(attributeOf(kind, lift, names.get(lift.value) ?? null, noParts));
  }
  const known = runs.filter((run) => seen(run).length > 0);
  return {
    attributes: attributes.sort((a, b) => b.lift - a.lift || b.failed_with - a.failed_with),
    known: { failed: known.filter(isFailed).length, ended: known.length },
    lookedAt: runs.length,
  };
}
