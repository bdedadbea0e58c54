// Compares the failures of the last minutes with those of the day before.

import { stepStartMs } from "../../bff/clock-step.ts";
import type { Spike } from "../../bff/insight.ts";
import { spikeRules } from "../../bff/insight-rules.ts";
import { dayMs } from "../../bff/time-units.ts";
import type { SpikeInput } from "../../insight/attention-input.ts";
import { judgedSpike } from "../../insight/spike.ts";
import type { Database } from "../db/database.ts";
import { completenessOf } from "../invocations/completeness.ts";
import { countInterrupted } from "../invocations/failure-counts.ts";
import { type Floors, readFloors } from "../invocations/invocation-writes.ts";
import { sumEnded } from "../invocations/rollup-reads.ts";
import { narrowestWidth, rollupWidths } from "../invocations/rollups.ts";
import { readShared } from "./spike-invocations.ts";

type Times = Pick<Spike, "since_ms" | "until_ms" | "base_since_ms">;
/** Counts of all invocations, and of interrupted ones. */
type Counts = Times & Pick<SpikeInput, "recent" | "base" | "interrupted">;

async function countInterruptedOf(db: Database, sinceMs: number, untilMs: number): Promise<number> {
  return (await countInterrupted(db, sinceMs, untilMs)).reduce(
    (sum, { invocations }) => sum + invocations,
    0,
  );
}

async function countsOf(
  db: Database,
  { nowMs, minutes, floors }: { nowMs: number; minutes: number; floors: Floors },
): Promise<Counts> {
  // Whole steps, so that no invocation is in both periods: of five minutes, or of hours where those are not stored any more.
  const stepMs = narrowestWidth(nowMs - minutes * 60_000, floors.fine_ms);
  const sinceMs = stepStartMs(nowMs - minutes * 60_000, stepMs);
  const floorMs = stepMs === rollupWidths.fine ? floors.fine_ms : floors.invocations_ms;
  const storedMs = Math.ceil(floorMs / stepMs) * stepMs;
  const baseSinceMs = Math.min(sinceMs, Math.max(sinceMs - dayMs, storedMs));
  const ended = await sumEnded(db, {
    widthMs: stepMs,
    sinceMs: baseSinceMs,
    splitMs: sinceMs,
    untilMs: nowMs,
  });
  return {
    since_ms: sinceMs,
    until_ms: nowMs,
    base_since_ms: baseSinceMs,
    recent: ended.since,
    base: ended.before,
    interrupted: {
      recent: await countInterruptedOf(db, sinceMs, nowMs),
      base: await countInterruptedOf(db, baseSinceMs, sinceMs),
    },
  };
}

/** Whether more invocations fail now than in the day before, and the attributes that the failures share. */
export async function readSpike(
  db: Database,
  { nowMs, minutes = spikeRules.minutes }: { nowMs: number; minutes?: number | undefined },
): Promise<Spike> {
  const counts = await countsOf(db, { nowMs, minutes, floors: await readFloors(db) });
  const found = judgedSpike(counts);
  const { attributes, known, examined } = await readShared(db, counts.since_ms, nowMs);
  return {
    ...counts,
    ...found,
    interrupted: counts.interrupted.recent,
    attributes: found.recent.failed >= spikeRules.failed ? attributes : [],
    sessions_known: known,
    looked_at: examined,
    ...(await completenessOf(db, { sinceMs: counts.base_since_ms, untilMs: nowMs, nowMs })),
  };
}

/** The spike as input of the attention rules; reads shared attributes only during a spike. `ended`: invocations examined. */
export async function readSpikeDetails(
  db: Database,
  { nowMs, floors }: { nowMs: number; floors: Floors },
): Promise<{ details: SpikeInput | null; ended: number }> {
  const counts = await countsOf(db, { nowMs, minutes: spikeRules.minutes, floors });
  const { ended } = counts.recent;
  if (judgedSpike(counts).verdict !== "spike") return { details: null, ended };
  const { attributes } = await readShared(db, counts.since_ms, nowMs);
  return { details: { ...counts, shared: attributes[0] ?? null }, ended };
}
