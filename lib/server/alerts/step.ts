// How a subject of a rule moves: ok → pending → firing → resolved. Pure. All waiting is counted in time that passed
// between two looks, so that a clock that is set, a restart or another leader neither fires nor repeats anything.
import type { verdicts } from "../../bff/alert-rules.ts";

export type Verdict = (typeof verdicts)[number];

/** Spans in milliseconds. */
export interface Standing {
  state: "ok" | "pending" | "firing";
  /** How long it has been bad, while pending. */
  badMs: number;
  /** How long it has been clear, while firing. */
  clearMs: number;
  /** How long since somebody was last told, while firing. */
  quietMs: number;
  /** Whether somebody was told of what fires now. */
  told: boolean;
}

export const standingOk: Standing = { state: "ok", badMs: 0, clearMs: 0, quietMs: 0, told: false };

export interface StepRule {
  forMs: number;
  clearMs: number;
  /** 0: never told again. */
  remindMs: number;
}

/** `fired`, `resolved`: the alert opens or ends. `tell`: webhooks hear of it. */
export interface Step {
  next: Standing;
  change: "fired" | "resolved" | undefined;
  tell: "fired" | "reminded" | "resolved" | undefined;
}

const still = (next: Standing): Step => ({ next, change: undefined, tell: undefined });

/**
 * One look. Unknown moves nothing: it is neither clear nor bad, and no time counts. Muted: alerts open and end, nobody
 * hears of it until the mute is over; only the end of what somebody was told is told all the same.
 */
export function step(
  before: Standing,
  verdict: Verdict,
  rule: StepRule,
  { elapsedMs, muted }: { elapsedMs: number; muted: boolean },
): Step {
  if (before.state !== "firing") {
    if (verdict === "unknown") return still(before);
    if (verdict !== "bad") return still(standingOk);
    const badMs = before.state === "pending" ? before.badMs + elapsedMs : 0;
    if (badMs < rule.forMs) return still({ ...standingOk, state: "pending", badMs });
    return {
      next: { ...standingOk, state: "firing", told: !muted },
      change: "fired",
      tell: muted ? undefined : "fired",
    };
  }
  // A reminder of what nobody can see would claim more than is known.
  if (verdict === "unknown") return still({ ...before, clearMs: 0, quietMs: before.quietMs + elapsedMs });
  const clearMs = verdict === "clear" ? before.clearMs + elapsedMs : 0;
  if (verdict === "clear" && clearMs >= rule.clearMs)
    return { next: standingOk, change: "resolved", tell: before.told ? "resolved" : undefined };
  const quietMs = before.quietMs + elapsedMs;
  const next = { ...before, clearMs, quietMs };
  if (muted || verdict === "clear") return still(next);
  if (!before.told) return { next: { ...next, told: true, quietMs: 0 }, change: undefined, tell: "fired" };
  if (rule.remindMs > 0 && quietMs >= rule.remindMs)
    return { next: { ...next, quietMs: 0 }, change: undefined, tell: "reminded" };
  return still(next);
}
