// Counts in the navigation: a list with further pages counts as "100+", one that could not be read has no count. Running
// invocations and pools in trouble are counted by the answer about attention, as on the overview.
import type { NavCount, NavCounts } from "@/components/layout/nav-items";
import type { Alert } from "@/lib/bff/alerts";
import { type Attention, itemsOf } from "@/lib/bff/attention";
import type { Proxy as ProxyResource } from "@/lib/contract/proxies";
import { formatCount } from "@/lib/format/numbers";
import { alertTone } from "@/lib/insight/alert-tone";
import { severest } from "@/lib/insight/attention-order";
import { navCountsTexts } from "./operator-messages.ts";

interface Read<Item> {
  items: readonly Item[];
  paging?: { hasMore: boolean } | undefined;
}

export interface NavSources {
  activeBrowsers?: Read<unknown> | undefined;
  attention?: Pick<Attention, "entries" | "open" | "checks"> | undefined;
  proxies?: Read<ProxyResource> | undefined;
  profiles?: Read<unknown> | undefined;
  alerts?: OpenAlerts | undefined;
}

/** Open alerts, and how many of them are not muted. */
interface OpenAlerts {
  alerts: readonly Pick<Alert, "severe" | "known" | "muted_until_ms">[];
  loud: number;
}

const toneOf = { critical: "bad", serious: "warn", notice: undefined } as const;

/** A count of those that were read; `hasMore`: there are others. */
const countOf = (count: number, hasMore: boolean | undefined) => `${formatCount(count)}${hasMore ? "+" : ""}`;
const total = ({ items, paging }: Read<unknown>) => countOf(items.length, paging?.hasMore);

/** Open alerts that are not muted; red when one of them is. */
function alertCount({ alerts, loud }: OpenAlerts): NavCount {
  const hitsUsers = alerts.some((each) => each.muted_until_ms === null && alertTone(each) === "bad");
  return { text: loud > 99 ? "99+" : String(loud), tone: hitsUsers ? "bad" : "warn", badge: "open" };
}

/** Pools that lack browsers now; without any, those that will. As severe as the worst of them. */
function poolCount(attention: Pick<Attention, "entries" | "checks">): NavCount | undefined {
  const isPartial = attention.checks.some(({ subject, state }) => subject === "pools" && state !== "checked");
  const pools = itemsOf(attention).flatMap((item) => (item.kind === "pool" ? [item] : []));
  if (pools.length === 0) return undefined;
  const short = pools.filter(({ state }) => state !== "emptying").length;
  return {
    text:
      short > 0
        ? navCountsTexts.short(countOf(short, isPartial))
        : navCountsTexts.emptying(countOf(pools.length, isPartial)),
    tone: toneOf[severest(pools)],
  };
}

/** Proxies that are down; as severe as the overview has them, which knows what uses them. */
function proxyCount(proxies: Read<ProxyResource>, attention: NavSources["attention"]): NavCount {
  const down = proxies.items.filter((proxy) => proxy.status === "unavailable");
  if (down.length === 0) return { text: total(proxies) };
  const severities = new Map(
    (attention ? itemsOf(attention) : []).flatMap((item) =>
      item.kind === "proxy" ? [[item.proxy_id, item.severity] as const] : [],
    ),
  );
  const tones = down.map(({ id }) => toneOf[severities.get(id) ?? "critical"]);
  const tone = tones.find((each) => each === "bad") ?? tones.find((each) => each === "warn");
  return {
    text: navCountsTexts.down(countOf(down.length, proxies.paging?.hasMore)),
    ...(tone === undefined ? {} : { tone }),
  };
}

/** The counts of what was read; `stale`: what of it could not be refreshed. */
export function navCounts(
  { activeBrowsers, attention, proxies, profiles, alerts }: NavSources,
  stale: Partial<Record<keyof NavSources, boolean>> = {},
): NavCounts {
  const { running = 0, complete = false } = attention?.open ?? {};
  const short = attention && poolCount(attention);
  const of = (source: keyof NavSources, count: NavCount): NavCount =>
    stale[source] ? { ...count, isStale: true } : count;
  return {
    ...(running > 0
      ? { invocations: of("attention", { text: navCountsTexts.running(countOf(running, !complete)) }) }
      : {}),
    ...(activeBrowsers ? { browsers: of("activeBrowsers", { text: total(activeBrowsers) }) } : {}),
    ...(short ? { pools: of("attention", short) } : {}),
    ...(proxies ? { proxies: of("proxies", proxyCount(proxies, attention)) } : {}),
    ...(alerts && alerts.loud > 0 ? { alerts: of("alerts", alertCount(alerts)) } : {}),
    ...(profiles ? { profiles: of("profiles", { text: total(profiles) }) } : {}),
  };
}
