// P9, samples: thirty days of forty pools and forty proxies, and the response time of the queries behind their charts, in
// both stores.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timelineLimits } from "../lib/bff/timeline.ts";
import { type Database, openStore } from "../lib/server/db/database.ts";
import { poolHistoryOf } from "../lib/server/pools/pool-history.ts";
import { readPoolsIn } from "../lib/server/pools/pool-ranges.ts";
import { lastChecks, readProxyChecks } from "../lib/server/proxies/proxy-checks.ts";
import { hasPostgres, startPostgres } from "../tests/support/programs/postgres.ts";
import { type Figure, type Harness, p95 } from "./support/figure.ts";
import { copySamples, fillSamples } from "./support/fill-samples.ts";
import { once } from "./support/once.ts";
import { monthMs, nowMs, poolId, rawMs } from "./support/samples.ts";

async function measureQueries(db: Database, where: string): Promise<Figure[]> {
  const since = (agoMs: number) => ({ sinceMs: nowMs - agoMs, untilMs: nowMs });
  const rangeOf = (agoMs: number) => ({ fromMs: nowMs - agoMs, toMs: nowMs });
  const queries: Record<string, () => Promise<unknown>> = {
    "capacity of forty pools over an hour": () => poolHistoryOf(db, since(3_600_000), nowMs, rawMs),
    "capacity of forty pools over six hours": () => poolHistoryOf(db, since(6 * 3_600_000), nowMs, rawMs),
    "capacity of forty pools over two days": () => poolHistoryOf(db, since(rawMs), nowMs, rawMs),
    "capacity of forty pools over a week": () => poolHistoryOf(db, since(7 * 86_400_000), nowMs, rawMs),
    "capacity of one pool over thirty days": () =>
      poolHistoryOf(db, { ...since(monthMs), poolId: poolId(3) }, nowMs, rawMs),
    "capacity of forty pools over thirty days": () => poolHistoryOf(db, since(monthMs), nowMs, rawMs),
    "timeline of forty pools over a day": () =>
      readPoolsIn(db, rangeOf(86_400_000), timelineLimits.poolPoints),
    "timeline of forty pools over thirty days": () =>
      readPoolsIn(db, rangeOf(monthMs), timelineLimits.poolPoints),
    "checks of forty proxies over a day": () => readProxyChecks(db, { sinceMs: nowMs - 86_400_000 }),
    "checks of one proxy over thirty days": () =>
      readProxyChecks(db, { sinceMs: nowMs - monthMs, proxyId: "proxy-3" }),
    "checks of forty proxies over thirty days": () => readProxyChecks(db, { sinceMs: nowMs - monthMs }),
    "the last check of each proxy": () => lastChecks(db),
  };
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(queries))
    figures.push({
      id: "P9",
      what: `samples of thirty days, ${where}, p95: ${what}`,
      unit: "ms",
      ours: await p95(query),
      goal: { of: "value", bound: "most", than: 100 },
    });
  return figures;
}

/** Both stores with the samples; `close` removes them. */
async function fillStores() {
  if (!hasPostgres) throw new Error("PostgreSQL was not found.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const postgres = await startPostgres({ durable: true });
  const end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const databaseUrl = await postgres.database();
    const [file, shared] = [await openStore({ dataDir }), await openStore({ dataDir, databaseUrl })];
    await fillSamples(file);
    await copySamples(file, shared);
    const close = async () => {
      await file.destroy();
      await shared.destroy();
      await end();
    };
    return { file, shared, close };
  } catch (error) {
    await end();
    throw error;
  }
}

const fillStoresOnce = once(fillStores);

export const harness: Harness = {
  needs: "nothing",
  prepare: fillStoresOnce,
  async run(log) {
    const { file, shared, close } = await fillStoresOnce();
    log("the samples are written, and copied to PostgreSQL");
    try {
      return [
        ...(await measureQueries(file, "embedded file")),
        ...(await measureQueries(shared, "PostgreSQL")),
      ];
    } finally {
      await close();
    }
  },
};
