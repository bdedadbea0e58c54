// Proxies that are down or restless, with what hangs on them: one verdict per proxy.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionFacts, ProxyFacts } from "./attention-facts.ts";
import { flapScore, isFlapping, verdictsOf } from "./flap.ts";

type ProxyItem = Extract<AttentionItem, { kind: "proxy" }>;

/** The first of the checks at the end that all say the same as the newest. */
function sameSinceMs({ checks, status, checked_at_ms }: ProxyFacts): number | null {
  const before = checks.findLastIndex((check) => check.status !== status);
  return checks[before + 1]?.at_ms ?? checked_at_ms;
}

function itemOf(proxy: ProxyFacts): ProxyItem[] {
  const flap = flapScore(verdictsOf(proxy.checks.map(({ status }) => status)));
  const down = proxy.status === "unavailable";
  if (!down && !isFlapping(flap)) return [];
  const used = proxy.hanging.pools + proxy.hanging.sessions + proxy.hanging.runs > 0;
  return [
    {
      id: `proxy:${proxy.id}`,
      kind: "proxy",
      state: down ? "down" : "flapping",
      severity: down ? (used ? "critical" : "serious") : used ? "serious" : "notice",
      sure: down ? "certain" : "likely",
      since_ms: down ? sameSinceMs(proxy) : (proxy.checks[0]?.at_ms ?? null),
      proxy_id: proxy.id,
      name: proxy.name,
      checked_at_ms: proxy.checked_at_ms,
      checks: proxy.checks.length,
      unavailable: proxy.checks.filter(({ status }) => status === "unavailable").length,
      flap,
      hanging: proxy.hanging,
    },
  ];
}

export const proxyItems = ({ proxies }: AttentionFacts): ProxyItem[] => proxies.flatMap(itemOf);
