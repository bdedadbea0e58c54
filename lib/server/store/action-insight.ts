// Figures of each action and version from the roll-ups: the cost is that of the buckets, not of the runs. What the
// service cut short by stopping is in the figures, and in no comparison: it says nothing of a version.
import { sql } from "kysely";
import { type ActionFigures, insightLimits, type VersionFigures } from "../../bff/insight.ts";
import { type DatedSample, verdictOf } from "../../insight/action-verdict.ts";
import { countOf, type Histogram, quantile, withoutValue } from "../../insight/histogram.ts";
import { addSum, addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import { shareOf, wilson } from "../../insight/proportion.ts";
import { changeBetween } from "../../insight/version-change.ts";
import type { Database } from "./database.ts";
import { countInterrupted, type InterruptedRuns } from "./failure-counts.ts";
import { rollupWidths } from "./rollups.ts";

const hourMs = 3_600_000;
const finestMs = 48 * hourMs;
const trendParts = 24;

/** A time in whole steps of the roll-ups. */
export interface SteppedSpan {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly stepMs: number;
}

/** The time rounded outwards to the steps it can be answered in: five minutes up to 48 hours where they are kept, else hours. */
export function steppedSpan(sinceMs: number, untilMs: number, fineFloorMs: number): SteppedSpan {
  const fine = untilMs - sinceMs <= finestMs && sinceMs >= fineFloorMs;
  const stepMs = fine ? rollupWidths.fine : rollupWidths.coarse;
  const from = Math.floor(sinceMs / stepMs) * stepMs;
  return { sinceMs: from, untilMs: Math.max(from + stepMs, Math.ceil(untilMs / stepMs) * stepMs), stepMs };
}

interface Sum {
  runs: number;
  ended: number;
  failed: number;
  durations: HistogramSum;
}
const nothing = (): Sum => ({ runs: 0, ended: 0, failed: 0, durations: [] });

function told({ runs, ended, failed, durations }: Sum) {
  const all = histogramOfSum(durations);
  const counted = { part: failed, whole: ended };
  return {
    runs,
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

interface Action {
  app_name: string;
  action_name: string;
  versions: Map<string, Sum>;
  trend: { ended: number; failed: number }[];
}

/** Names an action. */
export type ActionName = Pick<Action, "app_name" | "action_name">;

async function sumsOf(
  db: Database,
  { sinceMs, untilMs, stepMs }: SteppedSpan,
  only: readonly ActionName[] | undefined,
): Promise<Action[]> {
  let query = db
    .selectFrom("run_rollups")
    .selectAll()
    .where("width_ms", "=", stepMs)
    .where("bucket_ms", ">=", sinceMs)
    .where("bucket_ms", "<", untilMs);
  if (only !== undefined)
    query = query.where((each) =>
      each.or(only.map(({ app_name, action_name }) => each.and({ app_name, action_name }))),
    );
  const rows = await query.execute();
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
    const sum = action.versions.get(version) ?? nothing();
    action.versions.set(version, sum);
    sum.runs += row.queued + row.running + succeeded + failed + row.other;
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

const nameOf = (app: string, action: string, version: string) => JSON.stringify([app, action, version]);

/** When the first run of each action and version started, of all that is kept: the roll-ups say in which hour to look. */
async function firstRuns(
  db: Database,
  only: readonly ActionName[] | undefined,
): Promise<ReadonlyMap<string, number>> {
  const { coarse } = rollupWidths;
  const names = only?.map(
    ({ app_name, action_name }) => sql`(app_name = ${app_name} and action_name = ${action_name})`,
  );
  const asked = names === undefined ? sql`` : sql`and (${sql.join(names, sql` or `)})`;
  const { rows } = await sql<{
    app_name: string;
    action_name: string;
    version: string;
    first_ms: number | null;
  }>`
    select seen.app_name, seen.action_name, seen.version, (
      select runs.started_at_ms from runs
      where runs.app_name = seen.app_name and runs.action_name = seen.action_name
        and runs.version = seen.version
        and runs.started_at_ms >= seen.hour_ms and runs.started_at_ms < seen.hour_ms + ${coarse}
      order by runs.started_at_ms limit 1) as first_ms
    from (
      select app_name, action_name, version, min(bucket_ms) as hour_ms from run_rollups
      where width_ms = ${coarse} ${asked} group by app_name, action_name, version) as seen`.execute(db);
  return new Map(
    rows.flatMap(({ app_name, action_name, version, first_ms: at }) =>
      at === null ? [] : [[nameOf(app_name, action_name, version), at]],
    ),
  );
}

/** How long a run lasted that waited for the service to come back says nothing of its version. */
function withoutRuns(durations: Histogram, short: readonly InterruptedRuns[]): Histogram {
  let left = durations;
  for (const { duration_ms: duration, runs } of short)
    for (let run = 0; duration !== null && run < runs; run += 1) left = withoutValue(left, duration);
  return left;
}

function figuresOf(
  action: Action,
  { firsts, cut }: { firsts: ReadonlyMap<string, number>; cut: ReadonlyMap<string, InterruptedRuns[]> },
): ActionFigures {
  const { app_name, action_name } = action;
  const all = nothing();
  for (const sum of action.versions.values()) {
    all.runs += sum.runs;
    all.ended += sum.ended;
    all.failed += sum.failed;
    addSum(all.durations, sum.durations);
  }
  const samples = [...action.versions]
    .map(([version, sum]) => {
      const name = nameOf(app_name, action_name, version);
      // Counted from two tables: a run may be in the one a moment before it is in the other.
      const short = cut.get(name) ?? [];
      const interrupted = Math.min(
        short.reduce((runs, each) => runs + each.runs, 0),
        sum.failed,
      );
      return {
        version,
        sum,
        interrupted,
        ended: sum.ended - interrupted,
        failed: sum.failed - interrupted,
        durations: withoutRuns(histogramOfSum(sum.durations), short),
        firstRunAtMs: firsts.get(name) ?? null,
      };
    })
    // One whose beginning is not kept any more is older than those whose is.
    .sort(
      (a, b) =>
        (a.firstRunAtMs ?? 0) - (b.firstRunAtMs ?? 0) ||
        a.version.localeCompare(b.version, "en", { numeric: true }),
    );
  const shown = samples.slice(-insightLimits.versions);
  const versions = shown.map(({ version, sum, interrupted, ...sample }, at): VersionFigures => {
    const base: DatedSample | undefined = shown[at - 1];
    return {
      version,
      ...told(sum),
      interrupted,
      first_run_at_ms: sample.firstRunAtMs,
      change: base === undefined ? null : changeBetween(base, { version, ...sample }),
    };
  });
  return {
    app_name,
    action_name,
    ...told(all),
    versions,
    versions_left_out: samples.length - shown.length,
    verdict: verdictOf(shown),
    trend: action.trend.map(({ failed, ended }) => shareOf({ part: failed, whole: ended })),
  };
}

/** The actions that ran in a time, the most runs first; of those named alone where some are named. */
export async function readActionFigures(
  db: Database,
  span: SteppedSpan,
  only?: readonly ActionName[],
): Promise<ActionFigures[]> {
  if (only?.length === 0) return [];
  const [actions, firsts, interrupted] = await Promise.all([
    sumsOf(db, span, only),
    firstRuns(db, only),
    countInterrupted(db, span.sinceMs, span.untilMs),
  ]);
  const cut = Map.groupBy(interrupted, ({ app_name, action_name, version }) =>
    nameOf(app_name, action_name, version),
  );
  return actions.map((action) => figuresOf(action, { firsts, cut })).sort((a, b) => b.runs - a.runs);
}
