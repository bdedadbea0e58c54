// The proxies and pools of a new data folder; created once.
import { randomBytes } from "node:crypto";
import { type PoolCreate, poolFillRate } from "../../lib/contract/pools.ts";
import type { Proxies } from "../proxies/proxies.ts";
import { poolNames } from "./shop/shop-steps.ts";

/** Creates four proxies: one that works, a slow one, one that refuses connections, one that requires credentials. */
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

/** What of `Pools` is used here. */
interface PoolsToSeed {
  /** How many browsers there can be. */
  readonly capacity: number;
  create(given: PoolCreate): unknown;
}

/** Creates the pools of the sample applications, small enough for a small machine; none without any browsers. */
export function seedPools(pools: PoolsToSeed): void {
  if (pools.capacity === 0) return;
  const standard = { headless: false, fill_rate_per_minute: poolFillRate.max };
  const browsing = Math.max(1, Math.min(2, Math.floor(pools.capacity / 2)));
  const buying = Math.min(3, pools.capacity - browsing);
  pools.create({ ...standard, name: poolNames.browsing, size: browsing });
  if (buying > 0) pools.create({ ...standard, name: poolNames.buying, size: buying });
}
