// Attention items for proxies that are down or flapping.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionInput, ProxyDetails } from "./attention-input.ts";
import { flapScore, isFlapping, verdictsOf } from "./flap.ts";

type ProxyItem = Extract<AttentionItem, { kind: "proxy" }>;

/** The first of the trailing checks with the same status as the newest. */
function sameSinceMs({ checks, status, checked_at_ms }: ProxyDetails): number | null {
  const before = checks.findLastIndex((check) => check.status !== status);
  return checks[before + 1]?.at_ms ?? checked_at_ms;
}

/** The item of a proxy that is down or flapping, with its dependents. */
function proxyItemOf(proxy: ProxyDetails): ProxyItem[] {
  const flap = flapScore(verdictsOf(proxy.checks.map(({ status }) => status)));
  const down = proxy.status === "unavailable";
  if (!down && !isFlapping(flap)) return [];
  const { pools, sessions, invocations } = proxy.dependents;
  const inUse = sessions + invocations > 0;
  return [
    {
      id: `proxy:${proxy.id}`,
      kind: "proxy",
      state: down ? "down" : "flapping",
      // A pool alone will need it for its next browsers.
      severity: down && inUse ? "critical" : inUse || pools > 0 ? "serious" : "notice",
      sure: down ? "certain" : "likely",
      since_ms: down ? sameSinceMs(proxy) : (proxy.checks[0]?.at_ms ?? null),
      proxy_id: proxy.id,
      name: proxy.name,
      checked_at_ms: proxy.checked_at_ms,
      checks: proxy.checks.length,
      unavailable: proxy.checks.filter(({ status }) => status === "unavailable").length,
      flap,
      dependents: proxy.dependents,
    },
  ];
}

export const proxyItems = ({ proxies }: Pick<AttentionInput, "proxies">): ProxyItem[] =>
  proxies.flatMap(proxyItemOf);
