// Everything that needs an operator, the worst first, nothing twice: each subject has one item, and what follows from
// an upstream that is silent is not told again as a fault of the recorder.
import type { AttentionItem } from "../bff/attention.ts";
import { attentionSeverities } from "../bff/attention-runs.ts";
import { alertItems } from "./attention-alerts.ts";
import type { AttentionFacts } from "./attention-facts.ts";
import { failingItems, interruptedItems } from "./attention-failing.ts";
import { poolItems } from "./attention-pools.ts";
import { proxyItems } from "./attention-proxies.ts";
import { slowerItems } from "./attention-slower.ts";
import { spikeItems } from "./attention-spike.ts";
import { stuckItems, waitingItems } from "./attention-stuck.ts";

/** A read-back of less is done before anybody could act on it. */
const worthTellingMs = 5 * 60_000;

function silentItems({ api, nowMs }: AttentionFacts): AttentionItem[] {
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

function recorderItems({ api, recorder }: AttentionFacts): AttentionItem[] {
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
      if (unread?.reached_ms == null || unread.reached_ms - unread.to_ms < worthTellingMs) return [];
      const { reached_ms, to_ms } = unread;
      return [{ ...common, state: "behind", severity: "notice", code: null, reached_ms, to_ms }];
    }
  }
}

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

/** How much it matters among its like: runs, or what hangs on it. */
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
      return item.runs;
    case "waiting":
      return item.queued;
    case "pool":
      return item.acquired + (item.unfilled ?? 0);
    case "proxy":
      return item.hanging.runs * 100 + item.hanging.sessions * 10 + item.hanging.pools;
    case "silent":
    case "recorder":
      return 0;
  }
}

/** The items of the facts, in an order that depends on nothing but them. */
export function attentionOf(facts: AttentionFacts): AttentionItem[] {
  const failing = failingItems(facts);
  const items: AttentionItem[] = [
    ...silentItems(facts),
    ...recorderItems(facts),
    ...spikeItems(facts),
    ...failing,
    ...slowerItems(facts, failing),
    ...interruptedItems(facts),
    ...stuckItems(facts),
    ...waitingItems(facts),
    ...poolItems(facts),
    ...proxyItems(facts),
    ...alertItems(facts),
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
