// What a new data folder starts with, so that there is something real to look at: called once, never again.
import { randomBytes } from "node:crypto";
import { poolFillRate } from "../../lib/contract/pools.ts";
import { poolNames } from "../apps/pool-names.ts";
import type { Pooled } from "./pool.ts";
import type { Pools } from "./pools.ts";
import type { Proxies } from "./proxies.ts";

/** Four proxies: one that works, one that is slow, one that refuses, one that asks for credentials. */
export async function seedProxies(proxies: Proxies): Promise<void> {
  await proxies.provide({
    name: "datacenter-frankfurt",
    type: "datacenter",
    behaviour: "plain",
    config: { country: "DE" },
  });
  await proxies.provide({
    name: "mobile-tokyo",
    type: "mobile",
    behaviour: "slow",
    config: { country: "JP" },
  });
  await proxies.provide({
    name: "residential-chicago",
    type: "residential",
    behaviour: "refusing",
    config: { country: "US", state: "IL", city: "chicago" },
  });
  await proxies.provide({
    name: "office-gateway",
    type: "custom",
    behaviour: "guarded",
    config: { username: "fleet", password: randomBytes(12).toString("base64url") },
  });
}

/** The pools the sample applications take browsers from, small enough that a small machine keeps them full. */
export function seedPools(pools: Pick<Pools<Pooled>, "create" | "capacity">): void {
  const standard = { headless: false, fill_rate_per_minute: poolFillRate.max };
  const browsing = Math.max(1, Math.min(2, Math.floor(pools.capacity / 2)));
  const buying = Math.min(3, pools.capacity - browsing);
  pools.create({ ...standard, name: poolNames.browsing, size: browsing });
  if (buying > 0) pools.create({ ...standard, name: poolNames.buying, size: buying });
}

/** Everything at once, for a data folder that is new. */
export async function seed(into: {
  proxies: Proxies;
  pools: Pick<Pools<Pooled>, "create" | "capacity">;
}): Promise<void> {
  await seedProxies(into.proxies);
  seedPools(into.pools);
}
