// Attention items for invocations that run or wait too long.
import type { AttentionItem } from "../bff/attention.ts";
import { asyncTimeoutSeconds } from "../contract/invocations.ts";
import type { AttentionInput, OpenInvocation, UsualDurationInput } from "./attention-input.ts";

export const stuckRules = {
  /** Minimum duration of a stuck invocation. */
  minMs: 60_000,
  /** Minimum of ended invocations for a p99, and the multiple of it beyond which an invocation is stuck. */
  minUsual: 20,
  isBeyondUsual: 2,
  /** Limit without a known usual duration. */
  longMs: 10 * 60_000,
  /** Maximum duration that the API allows. */
  limitMs: asyncTimeoutSeconds.max * 1_000,
  waitingMs: 5 * 60_000,
  named: 5,
} as const;

type Stuck = Extract<AttentionItem, { kind: "stuck" }>;
const actionKey = (of: Pick<OpenInvocation, "app_name" | "action_name">) =>
  JSON.stringify([of.app_name, of.action_name]);

function boundOf(usual: UsualDurationInput | undefined): { basis: "usual" | "long"; ms: number } {
  return usual !== undefined && usual.invocations >= stuckRules.minUsual
    ? { basis: "usual", ms: Math.max(stuckRules.minMs, usual.p99_ms * stuckRules.isBeyondUsual) }
    : { basis: "long", ms: stuckRules.longMs };
}

/** One item per action, regardless of the number of stuck invocations. */
export function stuckItems({ open, usual, nowMs }: AttentionInput): Stuck[] {
  const running = Map.groupBy(
    open.filter((invocation) => invocation.status === "running"),
    actionKey,
  );
  const known = new Map(usual.map((each) => [actionKey(each), each]));
  return [...running].flatMap(([key, invocations]): Stuck[] => {
    const past = known.get(key);
    const bound = boundOf(past);
    const late = invocations
      .filter((invocation) => nowMs - invocation.started_at_ms > Math.min(bound.ms, stuckRules.limitMs))
      .sort((a, b) => a.started_at_ms - b.started_at_ms);
    const oldest = late[0];
    if (oldest === undefined) return [];
    const beyond = nowMs - oldest.started_at_ms > stuckRules.limitMs;
    const basis = beyond ? "limit" : bound.basis;
    return [
      {
        id: `stuck:${key}`,
        kind: "stuck",
        severity: basis === "long" ? "notice" : "serious",
        sure: beyond ? "certain" : basis === "usual" ? "likely" : "guess",
        since_ms: oldest.started_at_ms,
        app_name: oldest.app_name,
        action_name: oldest.action_name,
        invocations: late.length,
        longest: late
          .slice(0, stuckRules.named)
          .map(({ id, version, started_at_ms }) => ({ id, version, started_at_ms })),
        basis,
        limit_ms: beyond ? stuckRules.limitMs : bound.ms,
        usual:
          past === undefined
            ? null
            : { p50_ms: past.p50_ms, p99_ms: past.p99_ms, invocations: past.invocations },
      },
    ];
  });
}

/** The queue, if its oldest invocation has waited too long. A queued invocation's `started_at` is when it was queued. */
export function waitingItems({ open, nowMs }: AttentionInput): AttentionItem[] {
  const queued = open.filter((invocation) => invocation.status === "queued");
  const [oldest] = queued.toSorted((a, b) => a.started_at_ms - b.started_at_ms);
  if (oldest === undefined || nowMs - oldest.started_at_ms <= stuckRules.waitingMs) return [];
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
