// Counts in the navigation, from the lists only: a list with further pages counts as "100+", one that could
// not be read has no count.
import type { NavCounts } from "@/components/layout/nav-items";
import type { Pool } from "@/lib/contract/pools";
import type { Proxy as ProxyResource } from "@/lib/contract/proxies";

interface Read<Item> {
  items: readonly Item[];
  paging?: { hasMore: boolean } | undefined;
}

export interface NavSources {
  runningInvocations?: Read<unknown> | undefined;
  activeBrowsers?: Read<unknown> | undefined;
  pools?: Read<Pool> | undefined;
  proxies?: Read<ProxyResource> | undefined;
  profiles?: Read<unknown> | undefined;
}

const total = ({ items, paging }: Read<unknown>) => `${items.length}${paging?.hasMore ? "+" : ""}`;

/** Browsers missing from a pool: its size minus available and acquired ones; 0 where the size is unknown. */
export function unfilled(pool: Pool): number {
  const { size } = pool.browser_pool_config;
  return Math.max(0, (size ?? 0) - pool.available_count - pool.acquired_count);
}

export function navCounts({
  runningInvocations,
  activeBrowsers,
  pools,
  proxies,
  profiles,
}: NavSources): NavCounts {
  const empty = pools?.items.filter((pool) => pool.available_count === 0 && unfilled(pool) > 0).length ?? 0;
  const down = proxies?.items.filter((proxy) => proxy.status === "unavailable").length ?? 0;
  return {
    ...(runningInvocations && runningInvocations.items.length > 0
      ? { invocations: { text: `${total(runningInvocations)} running` } }
      : {}),
    ...(activeBrowsers ? { browsers: { text: total(activeBrowsers) } } : {}),
    ...(pools ? { pools: empty > 0 ? { text: `${empty} empty`, tone: "bad" } : { text: total(pools) } } : {}),
    ...(proxies
      ? { proxies: down > 0 ? { text: `${down} down`, tone: "bad" } : { text: total(proxies) } }
      : {}),
    ...(profiles ? { profiles: { text: total(profiles) } } : {}),
  };
}
