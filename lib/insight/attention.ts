import type { AttentionEntry, AttentionItem } from "../bff/attention.ts";
import { groupByCause } from "./attention-causes.ts";
import { failingItems, interruptedItems } from "./attention-failing.ts";
import type { AttentionInput } from "./attention-input.ts";
import { compareItems } from "./attention-order.ts";
import { poolItems } from "./attention-pools.ts";
import { proxyItems } from "./attention-proxies.ts";
import { slowerItems } from "./attention-slower.ts";
import { spikeItems } from "./attention-spike.ts";
import { stuckItems, waitingItems } from "./attention-stuck.ts";
import { failingParts, isByApi } from "./recorder-failure.ts";

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
      return [{ ...common, ...nowhere, state: "off", severity: "serious" }];
    case "failing": {
      const parts = failingParts(recorder);
      if (api.failing && parts.every(isByApi)) return [];
      const first = api.failing ? parts.find((part) => !isByApi(part)) : parts[0];
      const { code = null, failing_since_ms: since_ms = recorder.since_ms } = first ?? {};
      return [{ ...common, ...nowhere, state: "failing", severity: "serious", code, since_ms }];
    }
    case "behind": {
      const unread = recorder.lists.flatMap((list) => list.behind ?? [])[0];
      if (unread?.reached_ms == null || unread.reached_ms - unread.to_ms < minReportedReadBackMs) return [];
      const { reached_ms, to_ms } = unread;
      return [{ ...common, state: "behind", severity: "notice", code: null, reached_ms, to_ms }];
    }
  }
}

/** The items of the input without alerts, in a deterministic order. */
export function attentionItems(input: AttentionInput): AttentionItem[] {
  const failing = failingItems(input);
  return [
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
  ].sort(compareItems);
}

/** What needs an operator: one entry per cause, the worst first. */
export const attentionOf = (input: AttentionInput): AttentionEntry[] =>
  groupByCause(attentionItems(input), input);
