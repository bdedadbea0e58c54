// Counts in the navigation: a list with further pages counts as "100+", one that could not be read has no count. Pools
// and what is wrong with them are counted by the attention items, as on the overview.
import type { NavCounts } from "@/components/layout/nav-items";
import type { AttentionItem } from "@/lib/bff/attention";
import type { Proxy as ProxyResource } from "@/lib/contract/proxies";

interface Read<Item> {
  items: readonly Item[];
  paging?: { hasMore: boolean } | undefined;
}

export interface NavSources {
  runningInvocations?: Read<unknown> | undefined;
  activeBrowsers?: Read<unknown> | undefined;
  attention?: readonly AttentionItem[] | undefined;
  proxies?: Read<ProxyResource> | undefined;
  profiles?: Read<unknown> | undefined;
}

const total = ({ items, paging }: Read<unknown>) => `${items.length}${paging?.hasMore ? "+" : ""}`;

export function navCounts({
  runningInvocations,
  activeBrowsers,
  attention,
  proxies,
  profiles,
}: NavSources): NavCounts {
  const short = attention?.filter(({ kind }) => kind === "pool").length ?? 0;
  const down = proxies?.items.filter((proxy) => proxy.status === "unavailable").length ?? 0;
  return {
    ...(runningInvocations && runningInvocations.items.length > 0
      ? { invocations: { text: `${total(runningInvocations)} running` } }
      : {}),
    ...(activeBrowsers ? { browsers: { text: total(activeBrowsers) } } : {}),
    ...(short > 0 ? { pools: { text: `${short} short`, tone: "bad" } } : {}),
    ...(proxies
      ? { proxies: down > 0 ? { text: `${down} down`, tone: "bad" } : { text: total(proxies) } }
      : {}),
    ...(profiles ? { profiles: { text: total(profiles) } } : {}),
  };
}
