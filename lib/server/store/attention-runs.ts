// What the rules of attention ask the mirror: sums of the last hour and day, what failed and how, what is open.
import { sql } from "kysely";
import type { FailureGroup, OpenRun, UsualFacts, VersionCounts } from "../../insight/attention-facts.ts";
import { countOf, quantile } from "../../insight/histogram.ts";
import { addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import type { Database } from "./database.ts";
import { rollupWidths } from "./rollups.ts";

/** Ended runs by version, of those that started from `fromMs` (the beginning of a bucket of that width) on. */
export async function countVersions(
  db: Database,
  width: keyof typeof rollupWidths,
  fromMs: number,
): Promise<VersionCounts[]> {
  const rows = await db
    .selectFrom("run_rollups")
    .select(["app_name", "action_name", "version"])
    .select((each) => [
      each.fn.sum<number>("failed").as("failed"),
      each.fn.sum<number>("succeeded").as("succeeded"),
    ])
    .where("width_ms", "=", rollupWidths[width])
    .where("bucket_ms", ">=", fromMs)
    .groupBy(["app_name", "action_name", "version"])
    .execute();
  return rows.map(({ succeeded, failed, ...version }) => ({
    ...version,
    failed: Number(failed),
    finished: Number(failed) + Number(succeeded),
  }));
}

/** Failed runs that started from `fromMs` on, by version and kind of reason. The cost is that of the failures. */
export async function groupFailures(db: Database, fromMs: number): Promise<FailureGroup[]> {
  const rows = await db
    .selectFrom("runs")
    .select(["app_name", "action_name", "version", "reason_key as key"])
    .select((each) => [
      each.fn.max("reason").as("example"),
      each.fn.countAll<number>().as("runs"),
      each.fn.min("started_at_ms").as("first_ms"),
      each.fn.max("started_at_ms").as("last_ms"),
    ])
    .where("status", "=", "failed")
    .where("started_at_ms", ">=", fromMs)
    .groupBy(["app_name", "action_name", "version", "reason_key"])
    .execute();
  return rows.map((row) => ({ ...row, runs: Number(row.runs) }));
}

/** How many different inputs failed by version; failures of the kinds in `without` are left out. */
export async function countFailedInputs(db: Database, fromMs: number, without: readonly string[]) {
  let query = db
    .selectFrom("runs")
    .select(["app_name", "action_name", "version"])
    .select(sql<number>`count(distinct coalesce(payload_head, ''))`.as("inputs"))
    .where("status", "=", "failed")
    .where("started_at_ms", ">=", fromMs)
    .groupBy(["app_name", "action_name", "version"]);
  if (without.length > 0)
    query = query.where((each) =>
      each.or([each("reason_key", "is", null), each("reason_key", "not in", [...without])]),
    );
  return (await query.execute()).map((row) => ({ ...row, inputs: Number(row.inputs) }));
}

/** Runs that are not over, the oldest first. */
export const oldestOpenRuns = (db: Database, limit: number): Promise<OpenRun[]> =>
  db
    .selectFrom("runs")
    .select(["id", "app_name", "action_name", "version", "status", "started_at_ms"])
    .where("open", "=", 1)
    .orderBy("started_at_ms")
    .orderBy("id")
    .limit(limit)
    .execute();

/** How long ended runs of these actions took since `fromMs`, of any version; nothing of an action that ended none. */
export async function usualOfActions(
  db: Database,
  actions: readonly { app_name: string; action_name: string }[],
  fromMs: number,
): Promise<UsualFacts[]> {
  if (actions.length === 0) return [];
  const rows = await db
    .selectFrom("run_rollups")
    .select(["app_name", "action_name", "durations"])
    .where("width_ms", "=", rollupWidths.coarse)
    .where("bucket_ms", ">=", fromMs)
    .where(
      "action_name",
      "in",
      actions.map(({ action_name }) => action_name),
    )
    .execute();
  return actions.flatMap(({ app_name, action_name }): UsualFacts[] => {
    const sum: HistogramSum = [];
    for (const row of rows)
      if (row.app_name === app_name && row.action_name === action_name) addText(sum, row.durations);
    const durations = histogramOfSum(sum);
    const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
    if (p50 === undefined || p99 === undefined) return [];
    return [{ app_name, action_name, p50_ms: p50, p99_ms: p99, runs: countOf(durations) }];
  });
}
