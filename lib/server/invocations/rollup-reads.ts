// Reads the roll-ups: the cost depends on the buckets, not on the invocations.
import { sql } from "kysely";
import { stepStartMs } from "../../bff/clock-step.ts";
import type { Database } from "../db/database.ts";
import { type RollupRow, rollupWidths } from "./rollups.ts";

/** Buckets of one width in milliseconds; `untilMs` is exclusive. */
export interface RollupSpan {
  widthMs: number;
  sinceMs: number;
  untilMs?: number;
}

export type ActionName = Pick<RollupRow, "app_name" | "action_name">;

const inSpans = (db: Database, spans: readonly RollupSpan[]) =>
  db.selectFrom("invocation_rollups").where((each) =>
    each.or(
      spans.map(({ widthMs, sinceMs, untilMs = Number.MAX_SAFE_INTEGER }) =>
        // The key's columns in this order: each span is one search of it.
        each.and([
          each("width_ms", "=", widthMs),
          each("bucket_ms", ">=", sinceMs),
          each("bucket_ms", "<", untilMs),
        ]),
      ),
    ),
  );
const inSpan = (db: Database, span: RollupSpan) => inSpans(db, [span]);

/** The fewest buckets that add up to a span: whole hours, which are stored as long as finer ones, and what is around them. */
function widestSpans({ widthMs, sinceMs, untilMs }: Required<RollupSpan>): RollupSpan[] {
  const { coarse } = rollupWidths;
  const fromMs = Math.ceil(sinceMs / coarse) * coarse;
  const toMs = stepStartMs(untilMs, coarse);
  if (fromMs >= toMs) return [{ widthMs, sinceMs, untilMs }];
  return [
    { widthMs, sinceMs, untilMs: fromMs },
    { widthMs: coarse, sinceMs: fromMs, untilMs: toMs },
    { widthMs, sinceMs: toMs, untilMs },
  ];
}

/** The roll-ups of a span; `names` restricts them to the given names. */
export async function readRollups(
  db: Database,
  span: RollupSpan,
  names: {
    app?: readonly string[] | undefined;
    action?: readonly string[] | undefined;
    version?: readonly string[] | undefined;
  } = {},
): Promise<RollupRow[]> {
  let query = inSpan(db, span).selectAll();
  if (names.app !== undefined) query = query.where("app_name", "in", names.app);
  if (names.action !== undefined) query = query.where("action_name", "in", names.action);
  if (names.version !== undefined) query = query.where("version", "in", names.version);
  return await query.execute();
}

/** Invocations by status in buckets of `bucketMs`, a multiple of the roll-ups' width, oldest first; sums of the
 *  database. */
export async function countByTime(db: Database, span: RollupSpan, bucketMs: number) {
  const at = sql<number | string>`bucket_ms - bucket_ms % cast(${bucketMs} as bigint)`;
  const rows = await inSpan(db, span)
    .select(at.as("at_ms"))
    .select(({ fn }) => [
      fn.sum<number | string>("queued").as("queued"),
      fn.sum<number | string>("running").as("running"),
      fn.sum<number | string>("succeeded").as("succeeded"),
      fn.sum<number | string>("failed").as("failed"),
      fn.sum<number | string>("other").as("other"),
    ])
    .groupBy("at_ms")
    .orderBy("at_ms")
    .execute();
  return rows.map(({ at_ms, queued, running, succeeded, failed, other }) => ({
    at_ms: Number(at_ms),
    queued: Number(queued),
    running: Number(running),
    succeeded: Number(succeeded),
    failed: Number(failed),
    other: Number(other),
  }));
}

/** Ended invocations by version; sums of the database. */
export async function sumVersions(db: Database, span: RollupSpan) {
  const rows = await inSpan(db, span)
    .select(["app_name", "action_name", "version"])
    .select((each) => [
      each.fn.sum<number | string>("failed").as("failed"),
      each.fn.sum<number | string>("succeeded").as("succeeded"),
    ])
    .groupBy(["app_name", "action_name", "version"])
    .execute();
  return rows.map(({ succeeded, failed, ...version }) => ({
    ...version,
    failed: Number(failed),
    finished: Number(failed) + Number(succeeded),
  }));
}

/** Rows of one of these actions: a list, which is searched faster than as many conditions. */
const isOneOf = (actions: readonly ActionName[]) =>
  sql<boolean>`(app_name, action_name) in (values ${sql.join(
    actions.map(({ app_name, action_name }) => sql`(${app_name}, ${action_name})`),
  )})`;

/** Ended invocations of at least one action by version, with their durations: the texts of the roll-ups, one a line. */
export async function sumDurations(
  db: Database,
  span: Required<RollupSpan>,
  actions: readonly ActionName[],
): Promise<(ActionName & { version: string; failed: number; ended: number; durations: string })[]> {
  const rows = await inSpans(db, widestSpans(span))
    .where(isOneOf(actions))
    .select(["app_name", "action_name", "version"])
    .select(({ fn }) => [
      fn.sum<number | string>("failed").as("failed"),
      fn.sum<number | string>("succeeded").as("succeeded"),
    ])
    .select(sql<string>`string_agg(durations, ${sql.lit("\n")})`.as("durations"))
    .groupBy(["app_name", "action_name", "version"])
    .execute();
  return rows.map(({ succeeded, failed, ...row }) => ({
    ...row,
    failed: Number(failed),
    ended: Number(failed) + Number(succeeded),
  }));
}

/** Ended invocations of a span that started before `splitMs`, and from then on; sums of the database. */
export async function sumEnded(
  db: Database,
  { splitMs, ...span }: Required<RollupSpan> & { splitMs: number },
) {
  const since = sql<number>`case when bucket_ms < ${splitMs} then 0 else 1 end`;
  const parts = [
    { ...span, untilMs: splitMs },
    { ...span, sinceMs: splitMs },
  ];
  const rows = await inSpans(db, parts.flatMap(widestSpans))
    .select(since.as("since"))
    .select(({ fn }) => [
      fn.sum<number | string>("failed").as("failed"),
      fn.sum<number | string>("succeeded").as("succeeded"),
    ])
    .groupBy("since")
    .execute();
  const sumOf = (part: 0 | 1) => {
    const row = rows.find(({ since: found }) => Number(found) === part);
    const failed = Number(row?.failed ?? 0);
    return { failed, ended: failed + Number(row?.succeeded ?? 0) };
  };
  return { before: sumOf(0), since: sumOf(1) };
}

/** Invocations by application, and the first bucket that has one; sums of the database. */
export async function countApps(
  db: Database,
  span: RollupSpan,
): Promise<{ app_name: string; invocations: number; first_ms: number }[]> {
  const count = sql<number | string>`sum(queued + running + succeeded + failed + other)`;
  const rows = await inSpan(db, span)
    .select(["app_name", count.as("invocations")])
    .select(({ fn }) => fn.min("bucket_ms").as("first_ms"))
    .groupBy("app_name")
    .execute();
  return rows.map((row) => ({
    app_name: row.app_name,
    invocations: Number(row.invocations),
    first_ms: Number(row.first_ms),
  }));
}

/** Names of an action and a version as one key. */
export const versionKey = (row: Pick<RollupRow, "app_name" | "action_name" | "version">): string =>
  JSON.stringify([row.app_name, row.action_name, row.version]);

/** Start of the first recorded invocation by `versionKey`, of `only` if given; the roll-ups give the hour to search. */
export async function firstInvocations(
  db: Database,
  only: readonly ActionName[] | undefined,
): Promise<ReadonlyMap<string, number>> {
  const { coarse } = rollupWidths;
  const filter = only === undefined ? sql`` : sql`and ${isOneOf(only)}`;
  const { rows } = await sql<ActionName & { version: string; first_ms: number | null }>`
    select seen.app_name, seen.action_name, seen.version, (
      select invocations.started_at_ms from invocations
      where invocations.app_name = seen.app_name and invocations.action_name = seen.action_name
        and invocations.version = seen.version
        and invocations.started_at_ms >= seen.hour_ms and invocations.started_at_ms < seen.hour_ms + ${coarse}
      order by invocations.started_at_ms limit 1) as first_ms
    from (
      select app_name, action_name, version, min(bucket_ms) as hour_ms from invocation_rollups
      where width_ms = ${coarse} ${filter} group by app_name, action_name, version) as seen`.execute(db);
  return new Map(
    rows.flatMap((row) => (row.first_ms === null ? [] : [[versionKey(row), row.first_ms] as const])),
  );
}
