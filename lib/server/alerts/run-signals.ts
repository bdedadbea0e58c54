// Signals on runs, from the mirror and its roll-ups.
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import { quantile } from "../../insight/histogram.ts";
import { addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import type { Database } from "../store/database.ts";
import { countInterrupted } from "../store/failure-counts.ts";
import { rollupWidths } from "../store/rollups.ts";
import { readRunSeries } from "../store/run-series.ts";
import { above, type SignalOutcome, spanWords } from "./reading.ts";

type Of<Kind extends Signal["kind"]> = Extract<Signal, { kind: Kind }>;

const usualDays = 7;
/** With fewer ended runs a p99 is no measure. */
export const p99Least = 20;
const openLimit = 5_000;

/** The subject that an action is: its names may hold anything. */
export const actionSubject = (app: string, action: string) =>
  `${encodeURIComponent(app)}/${encodeURIComponent(action)}`;
const actionLabel = (app: string, action: string) => `${app} / ${action}`;

/**
 * The share of failed runs among those that ended, by action. Runs that the service cut short are in neither figure, as
 * everywhere where something is judged. Actions without a run are not known.
 */
export async function failureShare(
  db: Database,
  signal: Of<"failure_share">,
  nowMs: number,
): Promise<SignalOutcome> {
  const asked = {
    by: "action" as const,
    ...(signal.app === undefined ? {} : { app: [signal.app] }),
    ...(signal.action === undefined ? {} : { action: [signal.action] }),
  };
  const sinceMs = nowMs - signal.window_minutes * 60_000;
  const untilMs = nowMs + 1;
  const groups = await readRunSeries(db, asked, { sinceMs, untilMs, bucketMs: rollupWidths.fine });
  // Of the same time: the roll-ups are asked from the beginning of a bucket on.
  const fromMs = Math.floor(sinceMs / rollupWidths.fine) * rollupWidths.fine;
  const cut = new Map<string, number>();
  for (const { app_name: app, action_name: action, runs } of await countInterrupted(db, fromMs, untilMs)) {
    const subject = actionSubject(app, action);
    cut.set(subject, (cut.get(subject) ?? 0) + runs);
  }
  const readings = groups.map((group): SignalReading => {
    const { app_name: app, action_name: action, succeeded } = group;
    const subject = actionSubject(app, action);
    // Counted from two tables: a run may be in the one a moment before it is in the other.
    const failed = Math.max(0, group.failed - (cut.get(subject) ?? 0));
    const ended = failed + succeeded;
    const label = actionLabel(app, action);
    if (ended < signal.least)
      return { subject, label, verdict: "unknown", words: `${ended} ended runs, fewer than ${signal.least}` };
    const percent = (100 * failed) / ended;
    return {
      subject,
      label,
      verdict: above(percent, signal.percent, signal.percent * clearMargin),
      words: `${failed} of ${ended} runs failed (${percent.toFixed(1)} %) in ${signal.window_minutes} min`,
    };
  });
  return { known: true, readings, absent: "unknown" };
}

async function usualP99(db: Database, nowMs: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("run_rollups")
    .select(["app_name", "action_name", "succeeded", "failed", "durations"])
    .where("width_ms", "=", rollupWidths.coarse)
    .where("bucket_ms", ">=", nowMs - usualDays * 86_400_000)
    .execute();
  const sums = new Map<string, { ended: number; durations: HistogramSum }>();
  for (const row of rows) {
    const key = actionSubject(row.app_name, row.action_name);
    const sum = sums.get(key) ?? { ended: 0, durations: [] };
    sums.set(key, sum);
    sum.ended += row.succeeded + row.failed;
    addText(sum.durations, row.durations);
  }
  const usual = new Map<string, number>();
  for (const [key, { ended, durations }] of sums) {
    const p99 = ended < p99Least ? undefined : quantile(histogramOfSum(durations), 0.99);
    if (p99 !== undefined) usual.set(key, p99);
  }
  return usual;
}

/** Runs that are open for too long, by action. Where only a p99 would tell and there is none, nothing is known. */
export async function stuckRuns(db: Database, signal: Of<"stuck">, nowMs: number): Promise<SignalOutcome> {
  let query = db
    .selectFrom("runs")
    .select(["app_name", "action_name", "started_at_ms"])
    .where("open", "=", 1)
    .orderBy("started_at_ms")
    .limit(openLimit);
  if (signal.app !== undefined) query = query.where("app_name", "=", signal.app);
  if (signal.action !== undefined) query = query.where("action_name", "=", signal.action);
  const usual = signal.p99_times === null ? new Map<string, number>() : await usualP99(db, nowMs);
  const actions = Map.groupBy(await query.execute(), (run) => actionSubject(run.app_name, run.action_name));
  const readings = [...actions].flatMap(([subject, runs]): SignalReading[] => {
    const [oldest] = runs;
    if (oldest === undefined) return [];
    const label = actionLabel(oldest.app_name, oldest.action_name);
    const p99 = usual.get(subject);
    const limits = [
      signal.minutes === null ? undefined : signal.minutes * 60_000,
      signal.p99_times === null || p99 === undefined ? undefined : signal.p99_times * p99,
    ].filter((each) => each !== undefined);
    if (limits.length === 0)
      return [
        {
          subject,
          label,
          verdict: "unknown",
          words: `fewer than ${p99Least} ended runs in ${usualDays} days`,
        },
      ];
    const limitMs = Math.min(...limits);
    const stuck = runs.filter((run) => nowMs - run.started_at_ms >= limitMs).length;
    const words =
      stuck === 0
        ? `${runs.length} open, none older than ${spanWords(limitMs)}`
        : `${stuck} open for more than ${spanWords(limitMs)}, the oldest for ${spanWords(nowMs - oldest.started_at_ms)}`;
    return [{ subject, label, verdict: stuck === 0 ? "clear" : "bad", words }];
  });
  return { known: true, readings, absent: "clear" };
}
