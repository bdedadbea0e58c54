// Pools and proxies as input of the attention rules: recorded samples and checks, with names and dependents from the API's
// lists. A list that cannot be read is reported in the check and not treated as empty.
import { hourMs } from "../../bff/time-units.ts";
import "server-only";
import type { AttentionCheck } from "../../bff/attention.ts";
import type { PoolSample } from "../../bff/history.ts";
import { countDependents } from "../../bff/inventory.ts";
import { proxyHistoryBounds } from "../../bff/proxies.ts";
import { systemClock } from "../../clock.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Proxy as ProxyResource } from "../../contract/proxies.ts";
import type { PoolInput, ProxyDetails } from "../../insight/attention-input.ts";
import { flapRule, flapScore, isFlapping, verdictsOf } from "../../insight/flap.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import type { Database } from "../db/database.ts";
import { distinctValues } from "../db/distinct-values.ts";
import { type DependentLists, dependentsOfEach, readDependentLists } from "../inventory/dependents.ts";
import { resourcesOfKind } from "../inventory/resources.ts";
import { invocationReads } from "../invocations/invocations-of-sessions.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { paces } from "../kernel/paces.ts";
import { computePoolInsights } from "../pools/pool-insights.ts";
import { recentSamples } from "../pools/recent-samples.ts";
import { recentChecks } from "../proxies/proxy-checks.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "../upstream/first-page.ts";

const limit = 100;

export interface FleetLists extends DependentLists {
  proxies: Listed<ProxyResource>;
}

export async function readFleetLists(): Promise<FleetLists> {
  const [dependents, proxies] = await Promise.all([
    readDependentLists(),
    firstPage(() => call(operations.listProxies, { query: { limit } })),
  ]);
  return { ...dependents, proxies };
}

/**
 * Pools with the samples of an hour, followed by the API's counts. Where those are not current, they are as of then, and not
 * called checked.
 */
export async function readPoolDetails(
  db: Database,
  { pools: listed }: FleetLists,
  nowMs: number,
): Promise<{ details: PoolInput[]; check: AttentionCheck }> {
  const subject = "pools";
  const unread = listed.items === undefined ? listed.code : listed.stale;
  const notChecked = {
    subject,
    state: "not_checked",
    examined: null,
    at_ms: null,
    why: unread ?? null,
  } as const;
  if (listed.items === undefined) return { details: [], check: notChecked };
  const { atMs, whole } = listed;
  const pools = await recentSamples(db, systemClock);
  const computed = await computePoolInsights(db, listed.items, pools);
  const insights = new Map(computed.map((insight) => [insight.pool_id, insight]));
  const details = listed.items.flatMap((pool) => {
    const { id, available_count, acquired_count, browser_pool_config } = pool;
    const now: PoolSample = {
      at_ms: atMs,
      available: available_count,
      acquired: acquired_count,
      size: browser_pool_config.size ?? null,
    };
    const past = (pools.get(id) ?? []).filter(({ at_ms: at }) => at >= atMs - hourMs && at < atMs);
    const insight = insights.get(id);
    if (insight === undefined) return [];
    return [
      {
        id,
        name: nameOfPool(pool),
        proxy_id: browser_pool_config.proxy_id ?? null,
        samples: [...past, now],
        maxSilenceMs: paces.polling.maxSilenceMs,
        insight,
      },
    ];
  });
  const isOld = nowMs - atMs > paces.attention.poolsFreshMs;
  if (unread !== undefined || isOld) return { details, check: notChecked };
  const [state, why] = whole ? (["checked", null] as const) : (["partly", "too_many"] as const);
  return { details, check: { subject, state, examined: details.length, at_ms: atMs, why } };
}

const noDependents = { pools: 0, sessions: 0, invocations: 0, complete: true } as const;

/** Enough checks to tell that a proxy is not flapping. */
const newest = 2 * flapRule.verdicts;

/** The most checks of a proxy in trouble that are read; of one with more the check says so. */
const mostChecks = proxyHistoryBounds.rows;

type Check = ProxyDetails["checks"][number];

const hasTrouble = ({ status, checks }: ProxyDetails) =>
  status === "unavailable" || isFlapping(flapScore(verdictsOf(checks.map((check) => check.status))));

/** The recorded checks of a proxy, followed by the one that the list reports if it is newer and not recorded yet. */
function withListed(recorded: readonly Check[], proxy: ProxyResource | undefined, sinceMs: number): Check[] {
  const at_ms = epochMs(proxy?.last_checked);
  const last = recorded.at(-1)?.at_ms ?? sinceMs - 1;
  return at_ms === null || at_ms <= last
    ? [...recorded]
    : [...recorded, { at_ms, status: proxy?.status ?? "unknown" }];
}

/** Names of the proxies with recorded checks by id, without those recorded as deleted: for where their list cannot be read. */
async function recordedNames(db: Database): Promise<ReadonlyMap<string, string | null>> {
  const [ids, recorded] = await Promise.all([
    distinctValues(db, "proxy_checks", "proxy_id"),
    resourcesOfKind(db, "proxy"),
  ]);
  const byId = new Map(recorded.map((proxy) => [proxy.id, proxy]));
  return new Map(
    ids.flatMap((id) => {
      const proxy = byId.get(id);
      return proxy === undefined || proxy.ended_at_ms === null ? [[id, proxy?.name ?? null]] : [];
    }),
  );
}

/** Proxies with their checks of the last 24 hours; those of proxies without trouble may be the newest only, and dependents are read
 *  for the others. */
export async function readProxyDetails(
  db: Database,
  lists: FleetLists,
  nowMs: number,
): Promise<{ details: ProxyDetails[]; check: AttentionCheck }> {
  const { proxies: listed } = lists;
  const sinceMs = nowMs - 24 * hourMs;
  const known = new Map((listed.items ?? []).map((proxy) => [proxy.id, proxy]));
  const names =
    listed.items === undefined
      ? await recordedNames(db)
      : new Map(listed.items.map(({ id, name }) => [id, name ?? null]));
  const ids = [...names.keys()];
  const checks = await recentChecks(db, ids, { sinceMs, limit: newest });
  const withRecent = ids.map((id): ProxyDetails => {
    const recent = withListed(checks.get(id) ?? [], known.get(id), sinceMs).slice(-newest);
    return {
      id,
      name: names.get(id) ?? null,
      status: known.get(id)?.status ?? recent.at(-1)?.status ?? null,
      checked_at_ms: recent.at(-1)?.at_ms ?? null,
      checks: recent,
      dependents: noDependents,
    };
  });
  const troubled = withRecent.filter(hasTrouble).map(({ id }) => id);
  const targets = troubled.map((id) => ({ kind: "proxy" as const, ids: [id] }));
  const [histories, dependents] = await Promise.all([
    recentChecks(db, troubled, { sinceMs, limit: mostChecks + 1 }),
    dependentsOfEach(db, targets, lists, invocationReads("calm")),
  ]);
  const dependentsById = new Map(dependents.map((found, at) => [troubled[at], countDependents(found)]));
  const complete = [...histories.values()].every(({ length }) => length <= mostChecks);
  const details = withRecent.map((proxy): ProxyDetails => {
    const counts = dependentsById.get(proxy.id);
    if (counts === undefined) return proxy;
    const recorded = (histories.get(proxy.id) ?? []).slice(-mostChecks);
    return {
      ...proxy,
      checks: withListed(recorded, known.get(proxy.id), sinceMs),
      dependents: counts,
    };
  });
  const partly =
    listed.items === undefined
      ? listed.code
      : (listed.stale ?? (listed.whole && complete ? null : "too_many"));
  return {
    details,
    check: {
      subject: "proxies",
      state: partly === null ? "checked" : "partly",
      examined: details.length,
      at_ms: listed.items === undefined ? nowMs : listed.atMs,
      why: partly,
    },
  };
}
