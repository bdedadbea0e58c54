// Which running invocations are stuck: the one rule behind the overview, the line above the invocations and, with limits of
// its own, the alert signal. Pure. Times are epoch milliseconds.
import { asyncTimeoutSeconds } from "../contract/invocations.ts";
import type { OpenInvocation, UsualDurationInput } from "./attention-input.ts";

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
} as const;

export type Action = Pick<OpenInvocation, "app_name" | "action_name">;
export type UsualDuration = Pick<UsualDurationInput, "p50_ms" | "p99_ms" | "invocations">;

/** Beyond the API's maximum, beyond the usual duration, or long without a known usual duration. */
export type StuckBasis = "limit" | "usual" | "long";

export interface StuckInvocation extends OpenInvocation {
  basis: StuckBasis;
  /** The duration that it exceeds. */
  limit_ms: number;
  /** Null: nothing of its action has ended, or most failed. */
  usual: UsualDuration | null;
}

export const actionKey = ({ app_name, action_name }: Action): string =>
  JSON.stringify([app_name, action_name]);

export const isSameAction = (one: Action, other: Action): boolean =>
  one.action_name === other.action_name && one.app_name === other.app_name;

const isKnown = (usual: UsualDuration | undefined): usual is UsualDuration =>
  usual !== undefined && usual.invocations >= stuckRules.minUsual;

function boundOf(usual: UsualDuration | undefined): { basis: StuckBasis; ms: number } {
  const bound = isKnown(usual)
    ? { basis: "usual" as const, ms: Math.max(stuckRules.minMs, usual.p99_ms * stuckRules.isBeyondUsual) }
    : { basis: "long" as const, ms: stuckRules.longMs };
  return bound.ms < stuckRules.limitMs ? bound : { basis: "limit", ms: stuckRules.limitMs };
}

export interface StuckFindings {
  /** The longest first. */
  stuck: StuckInvocation[];
  /** Actions that run and whose usual duration is not known. */
  unmeasured: number;
}

/** The running ones of `open` that are stuck at `atMs`, over all actions. */
export function findStuck(
  open: readonly OpenInvocation[],
  usual: readonly UsualDurationInput[],
  atMs: number,
): StuckFindings {
  const known = new Map<string, UsualDuration>(
    usual.map(({ p50_ms, p99_ms, invocations, ...action }) => [
      actionKey(action),
      { p50_ms, p99_ms, invocations },
    ]),
  );
  const unmeasured = new Set<string>();
  const stuck = open.flatMap((invocation): StuckInvocation[] => {
    if (invocation.status !== "running") return [];
    const key = actionKey(invocation);
    const past = known.get(key);
    if (!isKnown(past)) unmeasured.add(key);
    const runningMs = atMs - invocation.started_at_ms;
    const bound = boundOf(past);
    if (runningMs <= bound.ms) return [];
    const beyond = runningMs > stuckRules.limitMs;
    return [
      {
        ...invocation,
        basis: beyond ? "limit" : bound.basis,
        limit_ms: beyond ? stuckRules.limitMs : bound.ms,
        usual: past ?? null,
      },
    ];
  });
  return {
    stuck: stuck.sort((a, b) => a.started_at_ms - b.started_at_ms || (a.id < b.id ? -1 : 1)),
    unmeasured: unmeasured.size,
  };
}
