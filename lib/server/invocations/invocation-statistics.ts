// Statistics of recorded invocations for the attention and alert rules: counts, failures, durations, open invocations.
import { sql } from "kysely";
import { isCut } from "../../bff/recorded-invocation.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { FailureGroup, OpenInvocation, UsualDurationInput } from "../../insight/attention-input.ts";
import { countOf, quantile, withoutInvocations } from "../../insight/histogram.ts";
import { addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import { stuckRules } from "../../insight/stuck.ts";
import type { Database } from "../db/database.ts";
import { isFailure } from "../db/is-failure.ts";
import { isOpen } from "../db/is-open.ts";
import type { InvocationRow } from "./invocation-rows.ts";
import { readFloors } from "./invocation-writes.ts";
import { type ActionName, readRollups } from "./rollup-reads.ts";
import { rollupWidths } from "./rollups.ts";

const startedIn = (db: Database, sinceMs: number, untilMs: number) =>
  db.selectFrom("invocations").where("started_at_ms", ">=", sinceMs).where("started_at_ms", "<", untilMs);

/** Start times and statuses of the invocations that started in a period, oldest first; undefined when they are more than
 *  `limit`, of which only the index is read. */
export async function readStatuses(db: Database, sinceMs: number, untilMs: number, limit: number) {
  const started = startedIn(db, sinceMs, untilMs).orderBy("started_at_ms");
  const beyond = await started.select("started_at_ms").offset(limit).limit(1).execute();
  if (beyond.length > 0) return undefined;
  return await started.select(["started_at_ms", "status"]).limit(limit).execute();
}

/** Invocations last an hour at most, and may wait before. */
const longestMs = 2 * hourMs;

/** Invocations that had begun before `atMs` and had not ended then, last started first. */
export const runningAt = (db: Database, atMs: number, limit: number) =>
  startedIn(db, atMs - longestMs, atMs)
    .select([
      "id",
      "app_name",
      "action_name",
      "version",
      "status",
      "started_at_ms",
      "finished_at_ms",
      "reason",
    ])
    .where((each) => each.or([each("finished_at_ms", ">", atMs), isOpen]))
    .orderBy("started_at_ms", "desc")
    .limit(limit)
    .execute();

export type EndedInvocation = Pick<
  InvocationRow,
  "id" | "app_name" | "action_name" | "version" | "status" | "reason_key"
>;

/** The newest invocations of a period that have succeeded or failed. */
export const newestEnded = (
  db: Database,
  sinceMs: number,
  untilMs: number,
  limit: number,
): Promise<EndedInvocation[]> =>
  startedIn(db, sinceMs, untilMs)
    .select(["id", "app_name", "action_name", "version", "status", "reason_key"])
    .where("status", "in", ["succeeded", "failed"])
    .orderBy("started_at_ms", "desc")
    .limit(limit)
    .execute();

/** Failed invocations that started since `fromMs`, by version and masked reason. */
export async function groupFailures(db: Database, fromMs: number): Promise<FailureGroup[]> {
  const rows = await db
    .selectFrom("invocations")
    .select(["app_name", "action_name", "version", "reason_key as key"])
    .select((each) => [
      each.fn.max("reason").as("example"),
      each.fn.countAll<number>().as("invocations"),
      each.fn.min("started_at_ms").as("first_ms"),
      each.fn.max("started_at_ms").as("last_ms"),
    ])
    .where("status", "=", "failed")
    .where("started_at_ms", ">=", fromMs)
    .groupBy(["app_name", "action_name", "version", "reason_key"])
    .execute();
  return rows.map((row) => ({ ...row, invocations: Number(row.invocations) }));
}

/**
 * Number of distinct failed payloads by version, at least; null where a single beginning of longer ones is recorded. Failures
 * with a masked reason in `without` do not count.
 */
export async function countFailedInputs(db: Database, fromMs: number, without: readonly string[]) {
  let query = db
    .selectFrom("invocations")
    .select(["app_name", "action_name", "version"])
    .select((each) => [
      sql<number>`count(distinct coalesce(payload_head, ''))`.as("inputs"),
      each.fn.max("payload_head").as("head"),
    ])
    .where("status", "=", "failed")
    .where("started_at_ms", ">=", fromMs)
    .groupBy(["app_name", "action_name", "version"]);
  if (without.length > 0)
    query = query.where((each) =>
      each.or([each("reason_key", "is", null), each("reason_key", "not in", [...without])]),
    );
  return (await query.execute()).map(({ head, inputs, ...version }) => ({
    ...version,
    inputs: Number(inputs) === 1 && isCut(head) ? null : Number(inputs),
  }));
}

/** Open invocations, oldest first. */
export const oldestOpenInvocations = (db: Database, limit: number): Promise<OpenInvocation[]> =>
  db
    .selectFrom("invocations")
    .select(["id", "app_name", "action_name", "version", "status", "started_at_ms"])
    .where(isOpen)
    .orderBy("started_at_ms")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Numbers of open invocations, and since when the oldest queued one waits; epoch milliseconds. */
export async function openTotals(db: Database) {
  // Sums instead of groups: for these SQLite would scan the index by status.
  const { running, queued, oldest } = await db
    .selectFrom("invocations")
    .select([
      sql<number | string | null>`sum(case when status = 'running' then 1 else 0 end)`.as("running"),
      sql<number | string | null>`sum(case when status = 'queued' then 1 else 0 end)`.as("queued"),
      sql<number | string | null>`min(case when status = 'queued' then started_at_ms end)`.as("oldest"),
    ])
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return {
    running: Number(running ?? 0),
    queued: Number(queued ?? 0),
    oldest_queued_ms: oldest === null ? null : Number(oldest),
  };
}

/** Durations of an action's failed invocations since `fromMs`, from their index, with the number of each. */
export const failedDurations = (db: Database, { app_name, action_name }: ActionName, fromMs: number) =>
  db
    .selectFrom("invocations")
    .select("duration_ms")
    .select((each) => each.fn.countAll<number | string>().as("invocations"))
    .where(isFailure)
    .where("app_name", "=", app_name)
    .where("action_name", "=", action_name)
    .where("started_at_ms", ">=", fromMs)
    .groupBy("duration_ms");

/**
 * Durations of succeeded invocations of these actions since `fromMs`, over all versions; of all ended ones where fewer than
 * `stuckRules.minUsual` succeeded. Omits actions without any. Hours of which invocations were deleted are left out: the
 * roll-ups have no durations of succeeded ones alone, so those of failed ones are taken out of them.
 */
export async function usualDurations(
  db: Database,
  actions: readonly ActionName[],
  fromMs: number,
): Promise<UsualDurationInput[]> {
  if (actions.length === 0) return [];
  const widthMs = rollupWidths.coarse;
  const deletedMs = (await readFloors(db)).invocations_ms;
  const sinceMs = Math.max(fromMs, Math.ceil(deletedMs / widthMs) * widthMs);
  const rows = await readRollups(
    db,
    { widthMs, sinceMs },
    { action: actions.map(({ action_name }) => action_name) },
  );
  const usual: UsualDurationInput[] = [];
  for (const { app_name, action_name } of actions) {
    const own = rows.filter((row) => row.app_name === app_name && row.action_name === action_name);
    const sum: HistogramSum = [];
    for (const { durations } of own) addText(sum, durations);
    const ended = histogramOfSum(sum);
    const hasFailed = own.some(({ failed }) => failed > 0);
    const failed = hasFailed ? await failedDurations(db, { app_name, action_name }, sinceMs).execute() : [];
    const succeeded = withoutInvocations(ended, failed);
    const withFailed = hasFailed && countOf(succeeded) < stuckRules.minUsual;
    const durations = withFailed ? ended : succeeded;
    const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
    if (p50 === undefined || p99 === undefined) continue;
    usual.push({
      app_name,
      action_name,
      p50_ms: p50,
      p99_ms: p99,
      invocations: countOf(durations),
      with_failed: withFailed,
    });
  }
  return usual;
}

/** Number of open invocations by action and status. */
export async function countOpen(db: Database) {
  const rows = await db
    .selectFrom("invocations")
    .select(["app_name", "action_name", "status"])
    .select((each) => each.fn.countAll<number | string>().as("invocations"))
    .where(isOpen)
    .groupBy(["app_name", "action_name", "status"])
    .execute();
  return rows.map((row) => ({ ...row, invocations: Number(row.invocations) }));
}
