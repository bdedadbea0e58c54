// The facts of pools and proxies that the rules of attention look at: recorded samples and checks, and the API's lists
// for what they are called and what hangs on what. A list that gives no answer is said, never taken as empty.
import "server-only";
import type { AttentionCheck } from "../../bff/attention.ts";
import type { PoolSample } from "../../bff/history.ts";
import { usesCounts } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations.ts";
import type { Proxy as ProxyResource } from "../../contract/proxies.ts";
import type { PoolFacts, ProxyFacts } from "../../insight/attention-facts.ts";
import { flapScore, isFlapping, verdictsOf } from "../../insight/flap.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { readProxyChecks } from "../store/proxy-checks.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "./first-page.ts";
import { learnedSamples, workOut } from "./pool-insights.ts";
import { runReads } from "./runs-behind.ts";
import { readUsedLists, type UsedLists, usesIn } from "./uses.ts";

const limit = 100;
const hourMs = 3_600_000;

export interface FleetLists extends UsedLists {
  proxies: Listed<ProxyResource>;
}

export async function readFleetLists(): Promise<FleetLists> {
  const [used, proxies] = await Promise.all([
    readUsedLists(),
    firstPage(() => call(operations.listProxies, { query: { limit } })),
  ]);
  return { ...used, proxies };
}

/** Pools with the samples of the last hour, the API's own newest counts behind them. */
export async function readPoolFacts(
  db: Database,
  { pools: listed }: FleetLists,
  nowMs: number,
): Promise<{ facts: PoolFacts[]; check: AttentionCheck }> {
  const subject = "pools";
  if (listed.items === undefined) {
    const check = { subject, state: "not_checked", examined: null, at_ms: null, why: listed.code } as const;
    return { facts: [], check };
  }
  const { atMs, stale } = listed;
  const pools = await learnedSamples(db, nowMs);
  const worked = await workOut(db, listed.items, pools);
  const insights = new Map(worked.map((insight) => [insight.pool_id, insight]));
  const facts = listed.items.flatMap((pool) => {
    const { id, available_count, acquired_count, browser_pool_config } = pool;
    const now: PoolSample = {
      at_ms: atMs,
      available: available_count,
      acquired: acquired_count,
      size: browser_pool_config.size ?? null,
    };
    const past = (pools.get(id) ?? []).filter(({ at_ms: at }) => at >= nowMs - hourMs && at < atMs);
    const insight = insights.get(id);
    if (insight === undefined) return [];
    return [
      {
        id,
        name: nameOfPool(pool),
        samples: [...past, now],
        maxSilenceMs: paces.polling.maxSilenceMs,
        insight,
      },
    ];
  });
  const old = stale !== undefined || nowMs - atMs > paces.attention.poolsFreshMs;
  const state = old || !listed.whole ? "partly" : "checked";
  const why = stale ?? (listed.whole ? null : "too_many");
  return { facts: old ? [] : facts, check: { subject, state, examined: facts.length, at_ms: atMs, why } };
}

const nothing = { pools: 0, sessions: 0, runs: 0, complete: true } as const;

/** Proxies with their checks of the last 24 hours; what hangs on one is read where it is down or restless. */
export async function readProxyFacts(
  db: Database,
  lists: FleetLists,
  nowMs: number,
): Promise<{ facts: ProxyFacts[]; check: AttentionCheck }> {
  const { proxies: checks, complete } = await readProxyChecks(db, { sinceMs: nowMs - 24 * hourMs });
  const { proxies: listed } = lists;
  const known = new Map((listed.items ?? []).map((proxy) => [proxy.id, proxy]));
  // An API without a list of proxies: those that were checked are known all the same.
  const ids = listed.items === undefined ? [...checks.keys()] : [...known.keys()];
  const facts = await Promise.all(
    ids.map(async (id): Promise<ProxyFacts> => {
      const marks = checks.get(id) ?? [];
      const newest = marks.at(-1);
      const status = known.get(id)?.status ?? newest?.status ?? null;
      const troubled =
        status === "unavailable" || isFlapping(flapScore(verdictsOf(marks.map((mark) => mark.status))));
      return {
        id,
        name: known.get(id)?.name ?? null,
        status,
        checked_at_ms: newest?.at_ms ?? null,
        checks: marks.map(({ at_ms, status: said }) => ({ at_ms, status: said })),
        hanging: troubled
          ? usesCounts(await usesIn(db, { kind: "proxy", ids: [id] }, lists, runReads("calm")))
          : nothing,
      };
    }),
  );
  const partly =
    listed.items === undefined
      ? listed.code
      : (listed.stale ?? (listed.whole && complete ? null : "too_many"));
  return {
    facts,
    check: {
      subject: "proxies",
      state: partly === null ? "checked" : "partly",
      examined: facts.length,
      at_ms: listed.items === undefined ? nowMs : listed.atMs,
      why: partly,
    },
  };
}
