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
  /** Limit without a known usual duration, at least. */
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
  /** Null: nothing of its action has ended, or few succeeded. */
  usual: UsualDuration | null;
}

export const actionKey = ({ app_name, action_name }: Action): string =>
  JSON.stringify([app_name, action_name]);

export const isSameAction = (one: Action, other: Action): boolean =>
  one.action_name === other.action_name && one.app_name === other.app_name;

const isMeasured = (usual: UsualDurationInput | undefined): usual is UsualDurationInput =>
  usual !== undefined && usual.invocations >= stuckRules.minUsual;
const isKnown = (usual: UsualDurationInput | undefined): boolean => isMeasured(usual) && !usual.with_failed;

/** The shortest limit on an action's durations, for a multiple of its p99; undefined with too few ended invocations. */
export function usualLimitMs(usual: UsualDurationInput | undefined, times: number): number | undefined {
  if (!isMeasured(usual)) return undefined;
  return Math.max(usual.with_failed ? stuckRules.longMs : 0, usual.p99_ms * times);
}

function boundOf(usual: UsualDurationInput | undefined): { basis: StuckBasis; ms: number } {
  const ms = Math.max(stuckRules.minMs, usualLimitMs(usual, stuckRules.isBeyondUsual) ?? stuckRules.longMs);
  const basis = isKnown(usual) ? "usual" : "long";
  return ms < stuckRules.limitMs ? { basis, ms } : { basis: "limit", ms: stuckRules.limitMs };
}

function shownOf(usual: UsualDurationInput | undefined): UsualDuration | null {
  if (usual === undefined || usual.with_failed) return null;
  const { p50_ms, p99_ms, invocations } = usual;
  return { p50_ms, p99_ms, invocations };
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
  const known = new Map(usual.map((each) => [actionKey(each), each]));
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
        usual: shownOf(past),
      },
    ];
  });
  return {
    stuck: stuck.sort((a, b) => a.started_at_ms - b.started_at_ms || (a.id < b.id ? -1 : 1)),
    unmeasured: unmeasured.size,
  };
}
