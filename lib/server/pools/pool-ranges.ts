// The capacity of pools in a range: points downsampled by the database, extremes over all samples.
import { sql } from "kysely";
import { poolSliceMs, type TimelinePool, type TimelinePoolPoint } from "../../bff/timeline.ts";
import type { TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { downsampledOffsetMs, downsampledWidthMs } from "./downsample-pool-samples.ts";
import { pointWidths, readPoints, readRolledUp, rolledUpPart } from "./pool-points.ts";
import { missingOf, type PoolPoint, slicePoints } from "./slice-points.ts";

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
  // Literals, because a bound number divides as a fraction in SQLite.
  const slice = sql`at_ms / ${sql.lit(poolSliceMs(range, maxPoints))}`;
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

/** The last sample of each pool before the range, where the range continues it: the state at its start. */
async function startsOf(db: Database, range: TimeRange): Promise<PointRow[]> {
  const read = async (source: Source, fromMs: number, toMs: number, shiftMs: number) => {
    const { rows } = await sql<PointRow>`
      select s.pool_id, s.at_ms, s.available, s.acquired, s.size from ${sql.table(source)} s
      join (
        select pool_id, max(at_ms) as at_ms from ${sql.table(source)}
        where at_ms >= ${fromMs} and at_ms < ${toMs} group by pool_id
      ) k on k.pool_id = s.pool_id and k.at_ms = s.at_ms`.execute(db);
    return rows.map((row) => ({ ...row, at_ms: row.at_ms + shiftMs }));
  };
  const { fromMs } = range;
  const bucketsToMs = fromMs - downsampledOffsetMs;
  const [raw, bucketed] = await Promise.all([
    read("pool_samples", fromMs - paces.polling.maxSilenceMs, fromMs, 0),
    read("pool_samples_5m", bucketsToMs - 1.5 * downsampledWidthMs, bucketsToMs, downsampledOffsetMs),
  ]);
  const newest = new Map<string, PointRow>();
  for (const row of [...bucketed, ...raw]) {
    if ((newest.get(row.pool_id)?.at_ms ?? 0) <= row.at_ms) newest.set(row.pool_id, row);
  }
  return [...newest.values()].filter(({ available }) => available !== null);
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

function mergePool(
  poolId: string,
  parts: readonly SumRow[],
  points: readonly PointRow[],
  { coarse, start }: { coarse: boolean; start: PointRow | undefined },
) {
  const sum = (pick: (row: SumRow) => number | string) =>
    parts.reduce((total, row) => total + Number(pick(row)), 0);
  const unfilled = extreme(Math.max, [
    ...parts.map((row) => row.unfilled_max),
    start === undefined ? null : missingOf(start),
  ]);
  return {
    pool_id: poolId,
    points: (start === undefined ? points : [start, ...points]).map(({ pool_id: _, ...point }) => point),
    samples: sum((row) => row.samples),
    unanswered: sum((row) => row.unanswered),
    available_min: extreme(Math.min, [...parts.map((row) => row.available_min), start?.available ?? null]),
    acquired_max: extreme(Math.max, [...parts.map((row) => row.acquired_max), start?.acquired ?? null]),
    unfilled_max: unfilled === null ? null : Math.max(0, unfilled),
    coarse,
  };
}

interface Part {
  sums: SumRow[];
  points: PointRow[];
  /** Pools with buckets of five minutes, whose extremes are those of last values. */
  coarse: string[];
}

/** From the samples and the buckets. */
async function readSampled(db: Database, range: TimeRange, maxPoints: number): Promise<Part> {
  if (range.fromMs >= range.toMs) return { sums: [], points: [], coarse: [] };
  const shifted = { fromMs: range.fromMs - downsampledOffsetMs, toMs: range.toMs - downsampledOffsetMs };
  const [raw, bucketed, rawPoints, bucketPoints] = await Promise.all([
    sumsOf(db, "pool_samples", range),
    sumsOf(db, "pool_samples_5m", shifted),
    pointsOf(db, "pool_samples", range, maxPoints),
    pointsOf(db, "pool_samples_5m", shifted, maxPoints),
  ]);
  const atEnd = bucketPoints.map((point) => ({ ...point, at_ms: point.at_ms + downsampledOffsetMs }));
  return {
    sums: [...raw, ...bucketed],
    points: [...atEnd, ...rawPoints],
    coarse: bucketed.map((row) => row.pool_id),
  };
}

function rolledUpOf(points: ReadonlyMap<string, PoolPoint[]>, sliceMs: number): Omit<Part, "coarse"> {
  const sliced = [...points].flatMap(([pool_id, own]) =>
    slicePoints(own, sliceMs).map((point) => ({ ...point, pool_id })),
  );
  return {
    sums: sliced,
    points: sliced.map(({ pool_id, at_ms, available, acquired, size }) => ({
      pool_id,
      at_ms,
      available,
      acquired,
      size,
    })),
  };
}

/** From the widest points that fit about `maxPoints`, and around them from the samples and the buckets. */
async function readParts(db: Database, range: TimeRange, maxPoints: number): Promise<Part[]> {
  const lengthMs = range.toMs - range.fromMs;
  const sliceMs = poolSliceMs(range, maxPoints);
  const rolledUp = await readRolledUp(db);
  for (const width of ["coarse", "fine"] as const) {
    const part = sliceMs < pointWidths[width] ? undefined : rolledUpPart(range, rolledUp[width], width);
    if (part === undefined) continue;
    // Points of the same slices also where the range is cut.
    const around = (own: TimeRange) =>
      readSampled(db, own, Math.max(2, (maxPoints * (own.toMs - own.fromMs)) / lengthMs));
    const before = await around({ fromMs: range.fromMs, toMs: part.fromMs });
    const points = rolledUpOf(await readPoints(db, width, part), sliceMs);
    const isBucketed = rolledUp.fine === null || part.fromMs < rolledUp.fine.from_ms;
    const coarse = isBucketed ? points.sums.map((row) => row.pool_id) : [];
    return [before, { ...points, coarse }, await around({ fromMs: part.toMs, toMs: range.toMs })];
  }
  return [await readSampled(db, range, maxPoints)];
}

/**
 * The pools sampled in the range with about `maxPoints` each, those with the most missing browsers first. The first point
 * of a pool may lie before the range: its state at the start.
 */
export async function readPoolsIn(
  db: Database,
  range: TimeRange,
  maxPoints: number,
): Promise<Omit<TimelinePool, "name">[]> {
  const [read, starts] = await Promise.all([readParts(db, range, maxPoints), startsOf(db, range)]);
  const points = Map.groupBy(
    read.flatMap((part) => part.points).sort((a, b) => a.at_ms - b.at_ms),
    (row) => row.pool_id,
  );
  const coarse = new Set(read.flatMap((part) => part.coarse));
  const startOf = new Map(starts.map((row) => [row.pool_id, row]));
  const sums = Map.groupBy(
    read.flatMap((part) => part.sums),
    (row) => row.pool_id,
  );
  return [...new Set([...sums.keys(), ...startOf.keys()])]
    .map((id) =>
      mergePool(id, sums.get(id) ?? [], points.get(id) ?? [], {
        coarse: coarse.has(id),
        start: startOf.get(id),
      }),
    )
    .sort((a, b) => (b.unfilled_max ?? 0) - (a.unfilled_max ?? 0) || (a.pool_id < b.pool_id ? -1 : 1));
}
