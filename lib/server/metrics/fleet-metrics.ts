// The fleet as the recorder knows it: no scrape calls the API. Beyond the bounds of series, the largest pools and the
// proxies that are down have names; the others are added up.
import "server-only";
import { hourMs } from "../../bff/time-units.ts";
import { verdictsOf } from "../../insight/flap.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { lastGoodOf, leaderReport, stateCheckpoint } from "../db/leader-report.ts";
import { countLivingSessions } from "../inventory/recorded-sessions.ts";
import { resourcesOfKind } from "../inventory/resources.ts";
import { gauge, otherName } from "../kernel/measurements.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { newestPoolSamples } from "../pools/pool-samples.ts";
import { recordedFillRate } from "../pools/recorded-fill-rate.ts";
import { newestChecks } from "../proxies/proxy-checks.ts";
import { labelOf } from "./label.ts";

export const fleetBounds = { pools: 50, proxies: 120 } as const;
/** Sessions that are listed are seen again at least this often. */
const seenWithinMs = hourMs;
/** Their number is known while their list was read within this time: later all would count as ended. */
const readWithinMs = seenWithinMs / 2;

const instruments = perProcess("fleet-metrics", () => ({
  browsers: gauge({
    source: "store",
    name: "fleetdeck_browsers",
    help: "Browser sessions that have not ended.",
  }),
  wanted: gauge({
    source: "store",
    name: "fleetdeck_browsers_wanted",
    help: "Browsers to have room for: sessions that have not ended, and what pools keep available or will start.",
  }),
  poolBrowsers: gauge({
    source: "store",
    name: "fleetdeck_pool_browsers",
    help: "Browsers of a pool by state: available, acquired, or unfilled up to its size.",
    labels: ["pool", "state"],
  }),
  poolSize: gauge({
    source: "store",
    name: "fleetdeck_pool_size",
    help: "Size of a pool as set.",
    labels: ["pool"],
  }),
  proxies: gauge({
    source: "store",
    name: "fleetdeck_proxies",
    help: "Proxies by the result of their last check; unchecked: no result is recorded.",
    labels: ["status"],
  }),
  proxyUp: gauge({
    source: "store",
    name: "fleetdeck_proxy_up",
    help: "1: a proxy's last check succeeded; 0: it failed. other: the share of the others.",
    labels: ["proxy"],
  }),
  proxyChecked: gauge({
    source: "store",
    name: "fleetdeck_proxy_check_age_seconds",
    help: "Seconds since a proxy was last checked; other: the longest of the others.",
    labels: ["proxy"],
  }),
}));

interface PoolFigures {
  available: number;
  acquired: number;
  /** Undefined: not known of all. */
  size: number | undefined;
  unfilled: number | undefined;
}

const sumOf = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one + other;

const add = (one: PoolFigures, other: PoolFigures): PoolFigures => ({
  available: one.available + other.available,
  acquired: one.acquired + other.acquired,
  size: sumOf(one.size, other.size),
  unfilled: sumOf(one.unfilled, other.unfilled),
});

/** Sets the figures of the pools; returns how many browsers they keep available or will start, undefined: not known of all. */
async function setPools(db: Database, nowMs: number): Promise<number | undefined> {
  const { poolBrowsers, poolSize } = instruments();
  const recorded = await resourcesOfKind(db, "pool");
  const records = new Map(recorded.map((each) => [each.id, each]));
  const samples = await newestPoolSamples(db, nowMs - paces.polling.maxSilenceMs);
  const known = samples.flatMap(({ pool_id: id, available, acquired, size: given }) => {
    if (available === null || acquired === null) return [];
    const size = given ?? undefined;
    const unfilled = size === undefined ? undefined : Math.max(0, size - available - acquired);
    return [{ id, available, acquired, size, unfilled }];
  });
  const sizeOf = ({ available, acquired, size }: PoolFigures) => size ?? available + acquired;
  const pools = known
    .map(({ id, ...figures }) => ({ pool: labelOf(records.get(id)?.name || id), ...figures }))
    .sort((a, b) => sizeOf(b) - sizeOf(a) || (a.pool < b.pool ? -1 : 1));
  const shown = new Map<string, PoolFigures>();
  for (const { pool, ...figures } of pools) {
    const name = shown.has(pool) || shown.size < fleetBounds.pools ? pool : otherName;
    const before = shown.get(name);
    shown.set(name, before === undefined ? figures : add(before, figures));
  }
  poolBrowsers.reset();
  poolSize.reset();
  // A pool that was named by something else and never seen itself may be gone.
  const living = recorded.filter(({ ended_at_ms: endedMs, details }) => endedMs === null && details !== "{}");
  // Without a series nothing is known to be unfilled, and an autoscaler that reads it never scales down.
  if (living.length === 0) poolBrowsers.set({ pool: otherName, state: "unfilled" }, 0);
  for (const [pool, { available, acquired, size, unfilled }] of shown) {
    poolBrowsers.set({ pool, state: "available" }, available);
    poolBrowsers.set({ pool, state: "acquired" }, acquired);
    if (unfilled !== undefined) poolBrowsers.set({ pool, state: "unfilled" }, unfilled);
    if (size !== undefined) poolSize.set({ pool }, size);
  }
  const ids = new Set(known.map(({ id }) => id));
  if (!living.every(({ id }) => ids.has(id))) return undefined;
  return known.reduce((sum, { id, available, unfilled = 0 }) => {
    // Pools with a fill rate of 0 start none.
    const isStopped = recordedFillRate(records.get(id)?.details) === 0;
    return sum + available + (isStopped ? 0 : unfilled);
  }, 0);
}

async function setProxies(db: Database, nowMs: number): Promise<void> {
  const { proxies, proxyUp, proxyChecked } = instruments();
  const living = (await resourcesOfKind(db, "proxy")).filter(({ ended_at_ms: endedMs }) => endedMs === null);
  const checks = new Map((await newestChecks(db)).map((check) => [check.proxy_id, check]));
  const named = Map.groupBy(living, ({ name }) => name);
  const known = living
    .map(({ id, name: given }) => {
      // The one that is up would hide another of the same name.
      const name = named.get(given)?.length === 1 ? given : null;
      const check = checks.get(id);
      const [verdict] = verdictsOf(check === undefined ? [] : [check.status]);
      const up = verdict === undefined ? undefined : verdict === "available" ? 1 : 0;
      return { proxy: labelOf(name || id), up, ageSeconds: check && Math.max(0, nowMs - check.at_ms) / 1000 };
    })
    .sort((a, b) => (a.up ?? 1) - (b.up ?? 1) || (a.proxy < b.proxy ? -1 : 1));
  for (const each of [proxies, proxyUp, proxyChecked]) each.reset();
  const count = (up: number | undefined) => known.filter((proxy) => proxy.up === up).length;
  proxies.set({ status: "available" }, count(1));
  proxies.set({ status: "unavailable" }, count(0));
  proxies.set({ status: "unchecked" }, count(undefined));
  const checked = known.flatMap(({ up, ageSeconds, proxy }) =>
    ageSeconds === undefined ? [] : [{ proxy, up, ageSeconds }],
  );
  for (const { proxy, up, ageSeconds } of checked.slice(0, fleetBounds.proxies)) {
    if (up !== undefined) proxyUp.set({ proxy }, up);
    proxyChecked.set({ proxy }, ageSeconds);
  }
  const others = checked.slice(fleetBounds.proxies);
  if (others.length === 0) return;
  const verdicts = others.flatMap(({ up }) => up ?? []);
  if (verdicts.length > 0)
    proxyUp.set({ proxy: otherName }, verdicts.reduce((sum, up) => sum + up, 0) / verdicts.length);
  proxyChecked.set({ proxy: otherName }, Math.max(...others.map(({ ageSeconds }) => ageSeconds)));
}

/** `waiting`: the browsers that pools keep available or will start, if known. */
async function setBrowsers(db: Database, nowMs: number, waiting: number | undefined): Promise<void> {
  const { browsers, wanted } = instruments();
  const report = await readCheckpoint(db, stateCheckpoint, leaderReport);
  const readMs = lastGoodOf(report, "browsers");
  if (readMs === null || nowMs - readMs > readWithinMs) {
    browsers.remove();
    wanted.remove();
    return;
  }
  const living = await countLivingSessions(db, nowMs - seenWithinMs);
  browsers.set(living);
  const isCut = report?.lists.find(({ list }) => list === "browsers")?.partly?.why === "cut";
  // An autoscaler would take the nodes of those away that are not known.
  if (waiting === undefined || isCut) wanted.remove();
  else wanted.set(living + waiting);
}

/** Sets the figures of pools, proxies and browsers. Rejects when the store cannot be read. */
export async function setFleetMetrics(db: Database, nowMs: number): Promise<void> {
  const waiting = await setPools(db, nowMs);
  await setProxies(db, nowMs);
  await setBrowsers(db, nowMs, waiting);
}
