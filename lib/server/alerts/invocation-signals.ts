// Signals on invocations, from the recorded invocations and roll-ups.
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import { stepStartMs } from "../../bff/clock-step.ts";
import { systemClock } from "../../clock.ts";
import { withoutInterrupted } from "../../insight/interruption.ts";
import { stuckRules, usualLimitMs } from "../../insight/stuck.ts";
import type { Database } from "../db/database.ts";
import { countInterrupted } from "../invocations/failure-counts.ts";
import { readInvocationSeries } from "../invocations/invocation-series.ts";
import { readFloors } from "../invocations/invocation-writes.ts";
import { readOpenInvocations, usualDays } from "../invocations/open-invocations.ts";
import { narrowestWidth } from "../invocations/rollups.ts";
import { above, formatSpan, type SignalOutcome } from "./signal-outcome.ts";

type Of<Kind extends Signal["kind"]> = Extract<Signal, { kind: Kind }>;

/** A share in percent, rounded down: one below a rule's limit never reads as the limit. */
function formatShare(part: number, whole: number): string {
  const tenths = Math.floor((1_000 * part) / whole);
  return part > 0 && tenths === 0 ? "< 0.1 %" : `${(tenths / 10).toFixed(1)} %`;
}

/** The subject of an action; encoded, because names may contain any character. */
export const actionSubject = (app: string, action: string) =>
  `${encodeURIComponent(app)}/${encodeURIComponent(action)}`;
const actionLabel = (app: string, action: string) => `${app} / ${action}`;

/**
 * The share of failed among ended invocations by action, without interrupted ones. Actions without invocations are
 * unknown.
 */
export async function failureShare(
  db: Database,
  signal: Of<"failure_share">,
  nowMs: number,
): Promise<SignalOutcome> {
  const filter = {
    by: "action" as const,
    ...(signal.app === undefined ? {} : { app: [signal.app] }),
    ...(signal.action === undefined ? {} : { action: [signal.action] }),
  };
  const sinceMs = nowMs - signal.window_minutes * 60_000;
  const untilMs = nowMs + 1;
  const bucketMs = narrowestWidth(sinceMs, (await readFloors(db)).fine_ms);
  const groups = await readInvocationSeries(db, filter, { sinceMs, untilMs, bucketMs });
  // The same period as that of the roll-ups, which starts at a bucket: longer than the window, so the message states it.
  const fromMs = stepStartMs(sinceMs, bucketMs);
  const interrupted = new Map<string, number>();
  for (const { app_name: app, action_name: action, invocations } of await countInterrupted(
    db,
    fromMs,
    untilMs,
  )) {
    const subject = actionSubject(app, action);
    interrupted.set(subject, (interrupted.get(subject) ?? 0) + invocations);
  }
  const readings = groups.map((group): SignalReading => {
    const { app_name: app, action_name: action, succeeded } = group;
    const subject = actionSubject(app, action);
    const { failed, ended } = withoutInterrupted(
      { failed: group.failed, ended: group.failed + succeeded },
      interrupted.get(subject) ?? 0,
    );
    const label = actionLabel(app, action);
    if (ended < signal.least)
      return {
        subject,
        label,
        verdict: "unknown",
        message: `${ended} ended ${ended === 1 ? "invocation" : "invocations"}, fewer than ${signal.least}`,
      };
    const percent = (100 * failed) / ended;
    return {
      subject,
      label,
      verdict: above(percent, signal.percent, signal.percent * clearMargin),
      message: `${failed} of ${ended} invocations failed (${formatShare(failed, ended)}) in ${formatSpan(nowMs - fromMs)}`,
      limit_ms: signal.window_minutes * 60_000,
    };
  });
  return { known: true, readings, absent: "unknown" };
}

/** Running or queued invocations that are open for too long, by action; unknown when the limit is a p99 that is not known. */
export async function stuckInvocations(
  db: Database,
  signal: Of<"stuck">,
  nowMs: number,
): Promise<SignalOutcome> {
  const { open, usual } = await readOpenInvocations(db, { ...systemClock, nowMs: () => nowMs });
  const usualOf = new Map(usual.map((each) => [actionSubject(each.app_name, each.action_name), each]));
  const selected = open.filter(
    ({ app_name, action_name }) =>
      app_name === (signal.app ?? app_name) && action_name === (signal.action ?? action_name),
  );
  const actions = Map.groupBy(selected, ({ app_name, action_name }) => actionSubject(app_name, action_name));
  const readings = [...actions].flatMap(([subject, invocations]): SignalReading[] => {
    const [oldest] = invocations;
    if (oldest === undefined) return [];
    const label = actionLabel(oldest.app_name, oldest.action_name);
    const limits = [
      signal.minutes === null ? undefined : signal.minutes * 60_000,
      signal.p99_times === null ? undefined : usualLimitMs(usualOf.get(subject), signal.p99_times),
    ].filter((each) => each !== undefined);
    if (limits.length === 0)
      return [
        {
          subject,
          label,
          verdict: "unknown",
          message: `fewer than ${stuckRules.minUsual} ended invocations in ${usualDays} days`,
        },
      ];
    // Whole seconds, so that the alert's link can name it.
    const limitMs = Math.ceil(Math.min(...limits) / 1_000) * 1_000;
    const stuck = invocations.filter((invocation) => nowMs - invocation.started_at_ms >= limitMs).length;
    const message =
      stuck === 0
        ? `${invocations.length} open, none older than ${formatSpan(limitMs)}`
        : `${stuck} open for more than ${formatSpan(limitMs)}, the oldest for ${formatSpan(nowMs - oldest.started_at_ms)}`;
    return [{ subject, label, verdict: stuck === 0 ? "clear" : "bad", message, limit_ms: limitMs }];
  });
  return { known: true, readings, absent: "clear" };
}
