// The capacity of pools rolled up to points of five minutes and of an hour, written with the samples: a chart of days or weeks
// reads these instead of every sample.
import { sql } from "kysely";
import { z } from "zod";
import { stepStartMs } from "../../bff/clock-step.ts";
import type { PoolSample } from "../../bff/history.ts";
import { hourMs, minuteMs } from "../../bff/time-units.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { dropRows } from "../db/expired-rows.ts";
import { type NumberRow, numberRowsByPool, ofPool } from "../db/number-rows.ts";
import { insertNew } from "../db/upsert.ts";
import { paces } from "../kernel/paces.ts";
import { downsampledOffsetMs, downsampledWidthMs } from "./downsample-pool-samples.ts";
import { firstSince } from "./pool-sample-history.ts";
import { type DrawnPoint, type PoolPoint, pointsOfSamples, slicePoints } from "./slice-points.ts";

/** Widths of the slices, in milliseconds. */
export const pointWidths = { fine: 5 * minuteMs, coarse: hourMs } as const;
export type PointWidth = keyof typeof pointWidths;

/** The most slices rolled up with one poll: an older history is caught up with in small steps. */
const slicesAtOnce = { fine: 12, coarse: 24 } as const;

interface Range {
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

/** The time that is rolled up without a break and whose points are kept: from the start of a slice to the start of another. */
const span = z.object({ from_ms: z.number(), to_ms: z.number() });
const rolledUp = z.object({ fine: z.nullable(span), coarse: z.nullable(span) });
export type RolledUp = z.infer<typeof rolledUp>;
const checkpoint = "pool_points";

/** What is rolled up of each width; null: nothing yet. */
export const readRolledUp = async (db: Database): Promise<RolledUp> =>
  (await readCheckpoint(db, checkpoint, rolledUp)) ?? { fine: null, coarse: null };

/** The part of a range that is rolled up, from the start of a slice to the start of another; undefined if none is. The slice that the
 *  range begins in is taken whole. */
export function rolledUpPart(range: Range, span: RolledUp["fine"], width: PointWidth): Range | undefined {
  if (span === null) return undefined;
  const widthMs = pointWidths[width];
  const fromMs = Math.max(stepStartMs(range.fromMs, widthMs), span.from_ms);
  const toMs = Math.min(stepStartMs(range.toMs, widthMs), span.to_ms);
  return fromMs < toMs ? { fromMs: Math.max(fromMs, range.fromMs), toMs } : undefined;
}

const drawnColumns = ["at_ms", "available", "available_min", "acquired", "size", "silent"] as const;
const summedColumns = ["acquired_max", "unfilled_max", "samples", "unanswered"] as const;

const drawnPointOf = (row: NumberRow<(typeof drawnColumns)[number]>): DrawnPoint => ({
  at_ms: row.at_ms,
  available: row.available,
  available_min: row.available_min,
  acquired: row.acquired,
  size: row.size,
  silent: row.silent === 1,
});

const pointOf = (row: NumberRow<(typeof drawnColumns | typeof summedColumns)[number]>): PoolPoint => ({
  ...drawnPointOf(row),
  acquired_max: row.acquired_max,
  unfilled_max: row.unfilled_max,
  samples: row.samples ?? 0,
  unanswered: row.unanswered ?? 0,
});

const pointsIn = (width: PointWidth, { fromMs, toMs }: Range, poolId?: string) => sql`pool_points
  where width_ms = ${pointWidths[width]} and at_ms >= ${fromMs} and at_ms < ${toMs}${ofPool(poolId)}`;

/** Points of a width in a range by pool, oldest first. */
export const readPoints = (
  db: Database,
  width: PointWidth,
  range: Range,
): Promise<Map<string, PoolPoint[]>> =>
  numberRowsByPool(db, [...drawnColumns, ...summedColumns], pointsIn(width, range), pointOf);

/** The same without what is summed up, of one pool or of all. */
export const readDrawnPoints = (
  db: Database,
  width: PointWidth,
  range: Range,
  poolId?: string,
): Promise<Map<string, DrawnPoint[]>> =>
  numberRowsByPool(db, drawnColumns, pointsIn(width, range, poolId), drawnPointOf);

async function replace(trx: Database, width: PointWidth, range: Range, pools: Map<string, PoolPoint[]>) {
  const widthMs = pointWidths[width];
  await trx
    .deleteFrom("pool_points")
    .where("width_ms", "=", widthMs)
    .where("at_ms", ">=", range.fromMs)
    .where("at_ms", "<", range.toMs)
    .execute();
  const rows = [...pools].flatMap(([pool_id, points]) =>
    slicePoints(points, widthMs)
      .filter(({ at_ms: atMs }) => atMs >= range.fromMs && atMs < range.toMs)
      .map(({ silent, ...point }) => ({ width_ms: widthMs, pool_id, ...point, silent: silent ? 1 : 0 })),
  );
  await insertNew(trx, "pool_points", rows);
}

async function samplesIn(trx: Database, { fromMs, toMs }: Range): Promise<Map<string, PoolPoint[]>> {
  const rows = await trx
    .selectFrom("pool_samples")
    .select(["pool_id", "at_ms", "available", "acquired", "size"])
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<", toMs)
    .orderBy("at_ms")
    .execute();
  const pools = Map.groupBy(rows, (row) => row.pool_id);
  const plain = (group: typeof rows): PoolSample[] => group.map(({ pool_id: _, ...sample }) => sample);
  return new Map(
    [...pools].map(([id, group]) => [id, pointsOfSamples(plain(group), paces.polling.maxSilenceMs)]),
  );
}

/** Rolls up the slices of five minutes that are over since the last time, and again those of late samples. */
async function rollUpFine(
  trx: Database,
  done: RolledUp["fine"],
  sampledMs: Range,
): Promise<RolledUp["fine"]> {
  const widthMs = pointWidths.fine;
  const overMs = stepStartMs(sampledMs.toMs, widthMs);
  const firstMs = await firstSince(trx, "pool_samples", done?.to_ms ?? 0);
  const lateMs = done === null ? overMs : Math.max(done.from_ms, stepStartMs(sampledMs.fromMs, widthMs));
  const fromMs = Math.min(stepStartMs(firstMs ?? overMs, widthMs), lateMs);
  const toMs = Math.min(overMs, fromMs + slicesAtOnce.fine * widthMs);
  if (fromMs >= toMs) return done;
  // The samples after the end tell whether polls are missing there; the one before, whether a poll went unanswered.
  const read = { fromMs: fromMs - widthMs, toMs: Math.min(sampledMs.toMs + 1, toMs + widthMs) };
  await replace(trx, "fine", { fromMs, toMs }, await samplesIn(trx, read));
  return { from_ms: done?.from_ms ?? fromMs, to_ms: Math.max(done?.to_ms ?? 0, toMs) };
}

/** Points of the samples of five minutes from before there were points. */
async function bucketsIn(trx: Database, { fromMs, toMs }: Range): Promise<Map<string, PoolPoint[]>> {
  const rows = await trx
    .selectFrom("pool_samples_5m")
    .selectAll()
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<", toMs)
    .orderBy("at_ms")
    .execute();
  const pools = Map.groupBy(rows, (row) => row.pool_id);
  const shown = (group: typeof rows) =>
    group.map(({ pool_id: _, at_ms, ...bucket }) => ({ ...bucket, at_ms: at_ms + downsampledOffsetMs }));
  return new Map(
    [...pools].map(([id, group]) => [id, pointsOfSamples(shown(group), 1.5 * downsampledWidthMs)]),
  );
}

/** The same by the hour, from the points of five minutes. */
async function rollUpCoarse(
  trx: Database,
  done: RolledUp["coarse"],
  fine: RolledUp["fine"],
  sampledMs: Range,
): Promise<RolledUp["coarse"]> {
  if (fine === null) return done;
  const widthMs = pointWidths.coarse;
  const overMs = stepStartMs(fine.to_ms, widthMs);
  const startMs =
    done === null
      ? stepStartMs((await firstSince(trx, "pool_samples_5m", 0)) ?? fine.from_ms, widthMs)
      : Math.min(done.to_ms, Math.max(done.from_ms, stepStartMs(sampledMs.fromMs, widthMs)));
  const toMs = Math.min(overMs, startMs + slicesAtOnce.coarse * widthMs);
  if (startMs >= toMs) return done;
  const range = { fromMs: startMs - widthMs, toMs: toMs + widthMs };
  const old = await bucketsIn(trx, { ...range, toMs: Math.min(range.toMs, fine.from_ms) });
  const recent = await readPoints(trx, "fine", range);
  const pools = new Map(
    [...new Set([...old.keys(), ...recent.keys()])].map((id) => [
      id,
      [...(old.get(id) ?? []), ...(recent.get(id) ?? [])],
    ]),
  );
  await replace(trx, "coarse", { fromMs: startMs, toMs }, pools);
  return { from_ms: done?.from_ms ?? startMs, to_ms: Math.max(done?.to_ms ?? 0, toMs) };
}

/** Rolls up what is over after samples of these times were written; in their transaction. */
export async function rollUpPoolSamples(trx: Database, atMs: readonly number[]): Promise<void> {
  if (atMs.length === 0) return;
  const before = await readRolledUp(trx);
  const sampledMs = { fromMs: Math.min(...atMs), toMs: Math.max(...atMs) };
  const fine = await rollUpFine(trx, before.fine, sampledMs);
  const coarse = await rollUpCoarse(trx, before.coarse, fine, sampledMs);
  if (fine === before.fine && coarse === before.coarse) return;
  await writeCheckpoint(trx, checkpoint, { fine, coarse });
}

/** Deletes points of five minutes from before `fineBeforeMs`, and of an hour from before `coarseBeforeMs`; returns whether there may
 *  be more. */
export async function dropPoints(
  trx: Database,
  { fineBeforeMs, coarseBeforeMs }: { fineBeforeMs: number; coarseBeforeMs: number },
): Promise<boolean> {
  const drop = (width: PointWidth, beforeMs: number) =>
    dropRows(trx, {
      table: "pool_points",
      time: "at_ms",
      beforeMs,
      and: `and width_ms = ${pointWidths[width]}`,
    });
  const { fine: kept, coarse } = await readRolledUp(trx);
  const keptMs = Math.ceil(fineBeforeMs / pointWidths.fine) * pointWidths.fine;
  if (kept !== null && kept.from_ms < Math.min(keptMs, kept.to_ms)) {
    const from_ms = Math.min(keptMs, kept.to_ms);
    await writeCheckpoint(trx, checkpoint, { fine: { ...kept, from_ms }, coarse });
  }
  const fine = await drop("fine", fineBeforeMs);
  return (await drop("coarse", coarseBeforeMs)) || fine;
}
