// The capacity of pools in a range: points downsampled by the database, extremes over all samples.
import { sql } from "kysely";
import type { TimelinePool, TimelinePoolPoint } from "../../bff/timeline.ts";
import type { TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { downsampledOffsetMs } from "./downsample-pool-samples.ts";

type Source = "pool_samples" | "pool_samples_5m";
type PointRow = TimelinePoolPoint & { pool_id: string };
interface SumRow {
  pool_id: string;
  samples: number | string;
  unanswered: number | string;
  available_min: number | null;
  acquired_max: number | null;
  unfilled_max: number | null;
}

const within = ({ fromMs, toMs }: TimeRange) => sql`at_ms >= ${fromMs} and at_ms < ${toMs}`;

/** For each pool and slice: the last answer, a null at the last unanswered poll, and the last answer right after such a
 *  poll, without which one unanswered poll would make the whole slice a gap. */
async function pointsOf(
  db: Database,
  source: Source,
  range: TimeRange,
  maxPoints: number,
): Promise<PointRow[]> {
  const sliceMs = Math.max(1, Math.ceil(((range.toMs - range.fromMs) * 2) / maxPoints));
  // Integer division, so that both databases form the same slices.
  const slice = sql`cast((at_ms - ${range.fromMs}) / ${sliceMs} as integer)`;
  const lastOf = (which: "is null" | "is not null" | "is not null and after_gap = 1") => sql`
    select pool_id, max(at_ms) as at_ms from polled where available ${sql.raw(which)} group by pool_id, ${slice}`;
  const { rows } = await sql<PointRow>`
    with polled as (
      select pool_id, at_ms, available,
        lag(case when available is null then 1 else 0 end) over (partition by pool_id order by at_ms) as after_gap
      from ${sql.table(source)} where ${within(range)}
    )
    select s.pool_id, s.at_ms, s.available, s.acquired, s.size from ${sql.table(source)} s
    join (${lastOf("is not null")} union ${lastOf("is null")} union ${lastOf("is not null and after_gap = 1")}) k
      on k.pool_id = s.pool_id and k.at_ms = s.at_ms
    order by s.at_ms`.execute(db);
  return rows;
}

async function sumsOf(db: Database, source: Source, range: TimeRange): Promise<SumRow[]> {
  const aggregates =
    source === "pool_samples"
      ? sql`count(available) as samples, count(*) - count(available) as unanswered,
          min(available) as available_min, max(acquired) as acquired_max`
      : sql`sum(samples) as samples, sum(unanswered) as unanswered,
          min(available_min) as available_min, max(acquired_max) as acquired_max`;
  const { rows } = await sql<SumRow>`
    select pool_id, ${aggregates}, max(size - available - acquired) as unfilled_max
    from ${sql.table(source)} where ${within(range)} group by pool_id`.execute(db);
  return rows;
}

const extreme = (of: (...values: number[]) => number, values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : of(...known);
};

function mergePool(poolId: string, parts: readonly SumRow[], points: readonly PointRow[], coarse: boolean) {
  const sum = (pick: (row: SumRow) => number | string) =>
    parts.reduce((total, row) => total + Number(pick(row)), 0);
  const unfilled = extreme(
    Math.max,
    parts.map((row) => row.unfilled_max),
  );
  return {
    pool_id: poolId,
    points: points.filter((row) => row.pool_id === poolId).map(({ pool_id: _, ...point }) => point),
    samples: sum((row) => row.samples),
    unanswered: sum((row) => row.unanswered),
    available_min: extreme(
      Math.min,
      parts.map((row) => row.available_min),
    ),
    acquired_max: extreme(
      Math.max,
      parts.map((row) => row.acquired_max),
    ),
    unfilled_max: unfilled === null ? null : Math.max(0, unfilled),
    coarse,
  };
}

/** The pools sampled in the range with about `maxPoints` each, those with the most missing browsers first. */
export async function readPoolsIn(
  db: Database,
  range: TimeRange,
  maxPoints: number,
): Promise<Omit<TimelinePool, "name">[]> {
  const shifted = { fromMs: range.fromMs - downsampledOffsetMs, toMs: range.toMs - downsampledOffsetMs };
  const [raw, bucketed, rawPoints, bucketPoints] = await Promise.all([
    sumsOf(db, "pool_samples", range),
    sumsOf(db, "pool_samples_5m", shifted),
    pointsOf(db, "pool_samples", range, maxPoints),
    pointsOf(db, "pool_samples_5m", shifted, maxPoints),
  ]);
  const atEnd = bucketPoints.map((point) => ({ ...point, at_ms: point.at_ms + downsampledOffsetMs }));
  const points = [...atEnd, ...rawPoints].sort((a, b) => a.at_ms - b.at_ms);
  const coarse = new Set(bucketed.map((row) => row.pool_id));
  return [...Map.groupBy([...raw, ...bucketed], (row) => row.pool_id)]
    .map(([id, parts]) => mergePool(id, parts, points, coarse.has(id)))
    .sort((a, b) => (b.unfilled_max ?? 0) - (a.unfilled_max ?? 0) || (a.pool_id < b.pool_id ? -1 : 1));
}
