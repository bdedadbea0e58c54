// Figures of each action and version from the roll-ups.
// Invocations interrupted by a stop of the service or a cancellation are counted, but excluded when versions are compared.

import { stepStartMs } from "../../bff/clock-step.ts";
import type { ActionFigures, ActionInsight, InsightQuery, VersionFigures } from "../../bff/insight.ts";
import { insightLimits } from "../../bff/insight-rules.ts";
import { hourMs } from "../../bff/time-units.ts";
import { type DatedSample, verdictOf } from "../../insight/action-verdict.ts";
import { countOf, quantile, withoutInvocations } from "../../insight/histogram.ts";
import { addSum, addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import { withoutInterrupted } from "../../insight/interruption.ts";
import { shareOf, wilson } from "../../insight/proportion.ts";
import { changeBetween } from "../../insight/version-change.ts";
import type { Database } from "../db/database.ts";
import { completenessOf } from "../invocations/completeness.ts";
import { countInterrupted, type InterruptedInvocations } from "../invocations/failure-counts.ts";
import { readFloors } from "../invocations/invocation-writes.ts";
import { requestedSpan } from "../invocations/requested-span.ts";
import {
  type ActionName,
  firstInvocations,
  readRollups,
  sumDurations,
  versionKey,
} from "../invocations/rollup-reads.ts";
import { narrowestWidth, rollupWidths } from "../invocations/rollups.ts";

const finestMs = 48 * hourMs;
const trendParts = 24;

/** A period in whole steps of the roll-ups. */
export interface SteppedSpan {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly stepMs: number;
}

/** The period rounded outwards to steps: five minutes for up to 48 hours while those are stored, else hours. */
export function steppedSpan(sinceMs: number, untilMs: number, fineFloorMs: number): SteppedSpan {
  const stepMs = untilMs - sinceMs <= finestMs ? narrowestWidth(sinceMs, fineFloorMs) : rollupWidths.coarse;
  const from = stepStartMs(sinceMs, stepMs);
  return { sinceMs: from, untilMs: Math.max(from + stepMs, Math.ceil(untilMs / stepMs) * stepMs), stepMs };
}

interface Sum {
  invocations: number;
  ended: number;
  failed: number;
  durations: HistogramSum;
}
const emptySum = (): Sum => ({ invocations: 0, ended: 0, failed: 0, durations: [] });

function summarize({ invocations, ended, failed, durations }: Sum) {
  const all = histogramOfSum(durations);
  const counted = { part: failed, whole: ended };
  return {
    invocations,
    ended,
    failed,
    failure_share: shareOf(counted),
    interval: wilson(counted),
    p50_ms: quantile(all, 0.5) ?? null,
    p95_ms: quantile(all, 0.95) ?? null,
    p99_ms: quantile(all, 0.99) ?? null,
    measured: countOf(all),
  };
}

interface Action extends ActionName {
  versions: Map<string, Sum>;
  trend: { ended: number; failed: number }[];
}

async function sumsOf(db: Database, { sinceMs, untilMs, stepMs }: SteppedSpan): Promise<Action[]> {
  const rows = await readRollups(db, { widthMs: stepMs, sinceMs, untilMs });
  const parts = Math.min(trendParts, Math.round((untilMs - sinceMs) / stepMs));
  const actions = new Map<string, Action>();
  for (const row of rows) {
    const { app_name, action_name, version, succeeded, failed } = row;
    const key = JSON.stringify([app_name, action_name]);
    const action = actions.get(key) ?? {
      app_name,
      action_name,
      versions: new Map<string, Sum>(),
      trend: Array.from({ length: parts }, () => ({ ended: 0, failed: 0 })),
    };
    actions.set(key, action);
    const sum = action.versions.get(version) ?? emptySum();
    action.versions.set(version, sum);
    sum.invocations += row.queued + row.running + succeeded + failed + row.other;
    sum.ended += succeeded + failed;
    sum.failed += failed;
    addText(sum.durations, row.durations);
    const part = action.trend[Math.floor(((row.bucket_ms - sinceMs) * parts) / (untilMs - sinceMs))];
    if (part === undefined) continue;
    part.ended += succeeded + failed;
    part.failed += failed;
  }
  return [...actions.values()];
}

interface Versions {
  firsts: ReadonlyMap<string, number>;
  interruptedByVersion: ReadonlyMap<string, InterruptedInvocations[]>;
}

/** The versions of an action in the order of their first invocations, without interrupted ones. */
function samplesOf<Own extends Pick<Sum, "ended" | "failed" | "durations">>(
  { app_name, action_name }: ActionName,
  versions: ReadonlyMap<string, Own>,
  { firsts, interruptedByVersion }: Versions,
) {
  return (
    [...versions]
      .map(([version, sum]) => {
        const name = versionKey({ app_name, action_name, version });
        const interruptedInvocations = interruptedByVersion.get(name) ?? [];
        const { failed, ended } = withoutInterrupted(
          sum,
          interruptedInvocations.reduce((invocations, each) => invocations + each.invocations, 0),
        );
        return {
          version,
          sum,
          interrupted: sum.failed - failed,
          ended,
          failed,
          // These include the wait for the service's restart.
          durations: withoutInvocations(histogramOfSum(sum.durations), interruptedInvocations),
          firstInvocationAtMs: firsts.get(name) ?? null,
        };
      })
      // A version without a recorded first invocation is older than those with one.
      .sort(
        (a, b) =>
          (a.firstInvocationAtMs ?? 0) - (b.firstInvocationAtMs ?? 0) ||
          a.version.localeCompare(b.version, "en", { numeric: true }),
      )
  );
}

function figuresOf(action: Action, from: Versions): ActionFigures {
  const { app_name, action_name } = action;
  const all = emptySum();
  for (const sum of action.versions.values()) {
    all.invocations += sum.invocations;
    all.ended += sum.ended;
    all.failed += sum.failed;
    addSum(all.durations, sum.durations);
  }
  const samples = samplesOf(action, action.versions, from);
  const shown = samples.slice(-insightLimits.versions);
  const versions = shown.map(({ version, sum, interrupted, ...sample }, at): VersionFigures => {
    const base: DatedSample | undefined = shown[at - 1];
    return {
      version,
      ...summarize(sum),
      interrupted,
      first_invocation_at_ms: sample.firstInvocationAtMs,
      change: base === undefined ? null : changeBetween(base, { version, ...sample }),
    };
  });
  return {
    app_name,
    action_name,
    ...summarize(all),
    versions,
    versions_left_out: samples.length - shown.length,
    verdict: verdictOf(shown),
    trend: action.trend.map(({ failed, ended }) => shareOf({ part: failed, whole: ended })),
  };
}

async function readVersions(
  db: Database,
  { sinceMs, untilMs }: SteppedSpan,
  only?: readonly ActionName[],
): Promise<Versions> {
  const [firsts, interrupted] = await Promise.all([
    firstInvocations(db, only),
    countInterrupted(db, sinceMs, untilMs),
  ]);
  return { firsts, interruptedByVersion: Map.groupBy(interrupted, versionKey) };
}

/** The actions invoked in a period, most invocations first. */
export async function readActionFigures(db: Database, span: SteppedSpan): Promise<ActionFigures[]> {
  const [actions, versions] = await Promise.all([sumsOf(db, span), readVersions(db, span)]);
  return actions.map((action) => figuresOf(action, versions)).sort((a, b) => b.invocations - a.invocations);
}

/** The verdicts of these actions' figures, as far as they were invoked in the period. */
export async function readActionVerdicts(
  db: Database,
  span: SteppedSpan,
  only: readonly ActionName[],
): Promise<Pick<ActionFigures, "app_name" | "action_name" | "verdict">[]> {
  if (only.length === 0) return [];
  const { sinceMs, untilMs, stepMs } = span;
  const [sums, versions] = await Promise.all([
    sumDurations(db, { widthMs: stepMs, sinceMs, untilMs }, only),
    readVersions(db, span, only),
  ]);
  return only.flatMap(({ app_name, action_name }) => {
    const own = sums.filter((sum) => sum.app_name === app_name && sum.action_name === action_name);
    if (own.length === 0) return [];
    const ofVersions = new Map(
      own.map(({ version, failed, ended, durations: texts }) => {
        const durations: HistogramSum = [];
        for (const text of texts.split("\n")) addText(durations, text);
        return [version, { failed, ended, durations }];
      }),
    );
    const samples = samplesOf({ app_name, action_name }, ofVersions, versions);
    return [{ app_name, action_name, verdict: verdictOf(samples.slice(-insightLimits.versions)) }];
  });
}

/** The actions of a period, by default the last day, up to the limit. */
export async function readActionInsight(
  db: Database,
  query: InsightQuery,
  nowMs: number,
): Promise<ActionInsight> {
  const { sinceMs, untilMs } = requestedSpan(query, nowMs);
  const span = steppedSpan(sinceMs, untilMs, (await readFloors(db)).fine_ms);
  const all = await readActionFigures(db, span);
  const actions = all.slice(0, insightLimits.actions);
  return {
    since_ms: span.sinceMs,
    until_ms: span.untilMs,
    step_ms: span.stepMs,
    actions,
    actions_left_out: all.length - actions.length,
    ...(await completenessOf(db, { sinceMs: span.sinceMs, untilMs, nowMs })),
  };
}
