// The state machine of a rule's subject: ok → pending → firing → resolved. Pure. Durations are sums of the time between
// evaluations, so that a changed clock, a restart or a new leader neither fires nor repeats an alert.
import type { verdicts } from "../../bff/alert-rules.ts";

export type Verdict = (typeof verdicts)[number];

/** Spans in milliseconds. */
export interface SubjectStanding {
  state: "ok" | "pending" | "firing";
  /** How long it has been bad, while pending. */
  badMs: number;
  /** How long it has been clear, while firing. */
  clearMs: number;
  /** Time since the last notification, while firing. */
  quietMs: number;
  /** Whether webhooks were notified of the current alert. */
  notified: boolean;
}

export const standingOk: SubjectStanding = { state: "ok", badMs: 0, clearMs: 0, quietMs: 0, notified: false };

export interface StepRule {
  forMs: number;
  clearMs: number;
  /** 0: no reminders. */
  remindMs: number;
}

/** `change`: the alert opens or ends. `notify`: the event to send to webhooks. */
export interface Transition {
  next: SubjectStanding;
  change: "fired" | "resolved" | undefined;
  notify: "fired" | "reminded" | "resolved" | undefined;
}

const unchanged = (next: SubjectStanding): Transition => ({ next, change: undefined, notify: undefined });

/**
 * One evaluation. `unknown` counts neither as clear nor as bad time. While muted, alerts open and end without a
 * notification until the mute ends; only the end of an alert that was notified is sent.
 */
export function transition(
  before: SubjectStanding,
  verdict: Verdict,
  rule: StepRule,
  { elapsedMs, muted }: { elapsedMs: number; muted: boolean },
): Transition {
  if (before.state !== "firing") {
    if (verdict === "unknown") return unchanged(before);
    if (verdict !== "bad") return unchanged(standingOk);
    const badMs = before.state === "pending" ? before.badMs + elapsedMs : 0;
    if (badMs < rule.forMs) return unchanged({ ...standingOk, state: "pending", badMs });
    return {
      next: { ...standingOk, state: "firing", notified: !muted },
      change: "fired",
      notify: muted ? undefined : "fired",
    };
  }
  // No reminders without data.
  if (verdict === "unknown") return unchanged({ ...before, clearMs: 0, quietMs: before.quietMs + elapsedMs });
  const clearMs = verdict === "clear" ? before.clearMs + elapsedMs : 0;
  if (verdict === "clear" && clearMs >= rule.clearMs)
    return { next: standingOk, change: "resolved", notify: before.notified ? "resolved" : undefined };
  const quietMs = before.quietMs + elapsedMs;
  const next = { ...before, clearMs, quietMs };
  if (muted || verdict === "clear") return unchanged(next);
  if (!before.notified)
    return { next: { ...next, notified: true, quietMs: 0 }, change: undefined, notify: "fired" };
  if (rule.remindMs > 0 && quietMs >= rule.remindMs)
    return { next: { ...next, quietMs: 0 }, change: undefined, notify: "reminded" };
  return unchanged(next);
}
