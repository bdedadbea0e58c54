// Runs that should be over by now, and runs that wait too long to begin.
import type { AttentionItem } from "../bff/attention.ts";
import { asyncTimeoutSeconds } from "../contract/invocations.ts";
import type { AttentionFacts, OpenRun, UsualFacts } from "./attention-facts.ts";

export const stuckRules = {
  /** Nothing shorter is called stuck, whatever is usual. */
  leastMs: 60_000,
  /** Ended runs before a 99th percentile means anything, and how far past it a run is stuck. */
  minUsual: 20,
  pastUsual: 2,
  /** With nothing known to be usual. */
  longMs: 10 * 60_000,
  /** No run may take longer, whatever it was started with. */
  limitMs: asyncTimeoutSeconds.max * 1_000,
  waitingMs: 5 * 60_000,
  named: 5,
} as const;

type Stuck = Extract<AttentionItem, { kind: "stuck" }>;
const actionKey = (of: Pick<OpenRun, "app_name" | "action_name">) =>
  JSON.stringify([of.app_name, of.action_name]);

function boundOf(usual: UsualFacts | undefined): { basis: "usual" | "long"; ms: number } {
  return usual !== undefined && usual.runs >= stuckRules.minUsual
    ? { basis: "usual", ms: Math.max(stuckRules.leastMs, usual.p99_ms * stuckRules.pastUsual) }
    : { basis: "long", ms: stuckRules.longMs };
}

/** One item per action, however many of its runs hang. */
export function stuckItems({ open, usual, nowMs }: AttentionFacts): Stuck[] {
  const running = Map.groupBy(
    open.filter((run) => run.status === "running"),
    actionKey,
  );
  const known = new Map(usual.map((each) => [actionKey(each), each]));
  return [...running].flatMap(([key, runs]): Stuck[] => {
    const past = known.get(key);
    const bound = boundOf(past);
    const late = runs
      .filter((run) => nowMs - run.started_at_ms > Math.min(bound.ms, stuckRules.limitMs))
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
        runs: late.length,
        longest: late
          .slice(0, stuckRules.named)
          .map(({ id, version, started_at_ms }) => ({ id, version, started_at_ms })),
        basis,
        limit_ms: beyond ? stuckRules.limitMs : bound.ms,
        usual: past === undefined ? null : { p50_ms: past.p50_ms, p99_ms: past.p99_ms, runs: past.runs },
      },
    ];
  });
}

/** The queue, when the oldest in it has waited long. `started_at` of a queued run is when it was queued. */
export function waitingItems({ open, nowMs }: AttentionFacts): AttentionItem[] {
  const queued = open.filter((run) => run.status === "queued");
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
