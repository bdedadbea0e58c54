// Attention items for invocations that run or wait too long.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionInput } from "./attention-input.ts";
import { actionKey, findStuck } from "./stuck.ts";

/** The most invocations named in an item, and the longest a queue may wait without one. */
const named = 5;
const waitingMs = 5 * 60_000;

type Stuck = Extract<AttentionItem, { kind: "stuck" }>;

/** One item per action, regardless of the number of stuck invocations. */
export function stuckItems({
  open,
  usual,
  openAtMs,
}: Pick<AttentionInput, "open" | "usual" | "openAtMs">): Stuck[] {
  const { stuck } = findStuck(open, usual, openAtMs);
  return [...Map.groupBy(stuck, actionKey)].flatMap(([key, [oldest, ...others]]): Stuck[] => {
    if (oldest === undefined) return [];
    const { app_name, action_name, basis, limit_ms, started_at_ms: since_ms } = oldest;
    return [
      {
        id: `stuck:${key}`,
        kind: "stuck",
        severity: basis === "long" ? "notice" : "serious",
        sure: basis === "limit" ? "certain" : basis === "usual" ? "likely" : "guess",
        since_ms,
        app_name,
        action_name,
        invocations: 1 + others.length,
        longest: [oldest, ...others]
          .slice(0, named)
          .map(({ id, version, started_at_ms }) => ({ id, version, started_at_ms })),
        basis,
        limit_ms,
        usual: oldest.usual,
      },
    ];
  });
}

/** The queue, if its oldest invocation has waited too long. A queued invocation's `started_at` is when it was queued. */
export function waitingItems({ open, openAtMs }: Pick<AttentionInput, "open" | "openAtMs">): AttentionItem[] {
  const queued = open.filter((invocation) => invocation.status === "queued");
  const [oldest] = queued.toSorted((a, b) => a.started_at_ms - b.started_at_ms);
  if (oldest === undefined || openAtMs - oldest.started_at_ms <= waitingMs) return [];
  const { id, app_name, action_name, started_at_ms } = oldest;
  return [
    {
      id: "waiting",
      kind: "waiting",
      severity: "serious",
      sure: "certain",
      since_ms: started_at_ms,
      queued: queued.length,
      oldest: { id, app_name, action_name, started_at_ms },
    },
  ];
}
