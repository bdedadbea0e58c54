import type { AttentionItem } from "../bff/attention.ts";
import { attentionSeverities } from "../bff/attention-invocations.ts";
import { alertItems } from "./attention-alerts.ts";
import { failingItems, interruptedItems } from "./attention-failing.ts";
import type { AttentionInput, ProxyDetails } from "./attention-input.ts";
import { poolItems } from "./attention-pools.ts";
import { slowerItems } from "./attention-slower.ts";
import { spikeItems } from "./attention-spike.ts";
import { stuckItems, waitingItems } from "./attention-stuck.ts";
import { flapScore, isFlapping, verdictsOf } from "./flap.ts";

/** A shorter backfill ends before anybody could act on it. */
const minReportedReadBackMs = 5 * 60_000;

function silentItems({ api, nowMs }: AttentionInput): AttentionItem[] {
  if (!api.failing) return [];
  return [
    {
      id: "silent",
      kind: "silent",
      severity: "critical",
      sure: "certain",
      since_ms: api.lastAnswerAtMs === null ? null : Math.min(api.lastAnswerAtMs, nowMs),
      code: api.code,
      last_answer_at_ms: api.lastAnswerAtMs,
    },
  ];
}

function recorderItems({ api, recorder }: AttentionInput): AttentionItem[] {
  const common = { id: "recorder", kind: "recorder", sure: "certain", since_ms: recorder.since_ms } as const;
  const nowhere = { code: null, reached_ms: null, to_ms: null } as const;
  switch (recorder.status) {
    case "recording":
      return [];
    case "off":
      return [{ ...common, ...nowhere, state: "off", severity: "critical" }];
    case "failing": {
      if (api.failing) return [];
      const failing = [...recorder.lists, ...recorder.duties].filter(
        (part) => part.failing_since_ms !== null,
      );
      const first = failing.find((part) => part.failing_since_ms === recorder.since_ms) ?? failing[0];
      const code = first?.code ?? null;
      return [{ ...common, ...nowhere, state: "failing", severity: "critical", code }];
    }
    case "behind": {
      const unread = recorder.lists.flatMap((list) => list.behind ?? [])[0];
      if (unread?.reached_ms == null || unread.reached_ms - unread.to_ms < minReportedReadBackMs) return [];
      const { reached_ms, to_ms } = unread;
      return [{ ...common, state: "behind", severity: "notice", code: null, reached_ms, to_ms }];
    }
  }
}

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
  const used = proxy.dependents.pools + proxy.dependents.sessions + proxy.dependents.invocations > 0;
  return [
    {
      id: `proxy:${proxy.id}`,
      kind: "proxy",
      state: down ? "down" : "flapping",
      severity: used ? (down ? "critical" : "serious") : "notice",
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

export const proxyItems = ({ proxies }: AttentionInput): ProxyItem[] => proxies.flatMap(proxyItemOf);

const kinds = [
  "silent",
  "recorder",
  "spike",
  "failing",
  "pool",
  "proxy",
  "interrupted",
  "stuck",
  "waiting",
  "slower",
  "alerts",
] as const satisfies readonly AttentionItem["kind"][];

/** Weight within a severity: invocations or dependents. */
function weightOf(item: AttentionItem): number {
  switch (item.kind) {
    case "failing":
      return item.failed;
    case "spike":
      return item.recent.failed;
    case "slower":
      return item.median.newer.measured;
    case "alerts":
      return item.open;
    case "stuck":
    case "interrupted":
      return item.invocations;
    case "waiting":
      return item.queued;
    case "pool":
      return item.acquired + (item.unfilled ?? 0);
    case "proxy":
      return item.dependents.invocations * 100 + item.dependents.sessions * 10 + item.dependents.pools;
    case "silent":
    case "recorder":
      return 0;
  }
}

/** The items of the input, in a deterministic order. */
export function attentionOf(input: AttentionInput): AttentionItem[] {
  const failing = failingItems(input);
  const items: AttentionItem[] = [
    ...silentItems(input),
    ...recorderItems(input),
    ...spikeItems(input),
    ...failing,
    ...slowerItems(input, failing),
    ...interruptedItems(input),
    ...stuckItems(input),
    ...waitingItems(input),
    ...poolItems(input),
    ...proxyItems(input),
    ...alertItems(input),
  ];
  const rank = (item: AttentionItem) => attentionSeverities.indexOf(item.severity);
  return items.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      weightOf(b) - weightOf(a) ||
      (a.id < b.id ? -1 : 1),
  );
}
