// What processes took while somebody watched them. Any replica adds; the same answer twice is one sample.
import { type ProcessSamples, processSampleBounds, type RecordedSample } from "../../bff/process-samples.ts";
import type { Database } from "./database.ts";
import { joinedSteps, type ProcessStep, processStepMs, stepsOfSamples } from "./process-steps.ts";
import type { Tables } from "./tables.ts";

interface ProcessName {
  id: string;
  process_id: string;
}
interface Range {
  sinceMs: number;
  /** Exclusive. */
  untilMs: number;
}

/** Adds a sample; one of the same process and moment stays as it is. Null figures: the upstream told none. */
export async function addProcessSample(db: Database, row: Tables["process_samples"]): Promise<void> {
  await db
    .insertInto("process_samples")
    .values(row)
    .onConflict((conflict) => conflict.columns(["session_id", "process_id", "at_ms"]).doNothing())
    .execute();
}

/** How many were taken of a process, of those that are kept in any form, and from when to when. */
async function boundsOf(db: Database, { id, process_id }: ProcessName) {
  const single = await db
    .selectFrom("process_samples")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.min("at_ms").as("first"),
      fn.max("at_ms").as("last"),
    ])
    .where("session_id", "=", id)
    .where("process_id", "=", process_id)
    .executeTakeFirst();
  const steps = await db
    .selectFrom("process_samples_5m")
    .select(({ fn }) => [
      fn.sum<number | string | null>("samples").as("count"),
      fn.min("first_ms").as("first"),
      fn.max("last_ms").as("last"),
    ])
    .where("session_id", "=", id)
    .where("process_id", "=", process_id)
    .executeTakeFirst();
  const both = [single, steps];
  const known = (pick: "first" | "last") =>
    both.flatMap((each) => (each?.[pick] == null ? [] : Number(each[pick])));
  return {
    count: both.reduce((sum, each) => sum + Number(each?.count ?? 0), 0),
    firsts: known("first"),
    lasts: known("last"),
  };
}

/** Neighbouring steps as wide ones, so that there are no more than an answer holds. */
function widened(steps: readonly ProcessStep[], widthMs: number): ProcessStep[] {
  const wide = new Map<number, ProcessStep>();
  for (const step of steps) {
    const slot = Math.floor(step.at_ms / widthMs);
    const before = wide.get(slot);
    wide.set(slot, before === undefined ? step : joinedSteps(before, step));
  }
  return [...wide.values()].sort((a, b) => a.at_ms - b.at_ms);
}

const sampleOf = ({ last_ms: at_ms, cpu_mean, cpu_max, mem_max }: ProcessStep): RecordedSample => ({
  at_ms,
  cpu_pct: cpu_mean,
  cpu_max,
  mem_bytes: mem_max,
});

async function keptSteps(db: Database, process: ProcessName, range: Range) {
  return await db
    .selectFrom("process_samples_5m")
    .selectAll()
    .where("session_id", "=", process.id)
    .where("process_id", "=", process.process_id)
    .where("last_ms", ">=", range.sinceMs)
    .where("first_ms", "<", range.untilMs)
    .orderBy("at_ms")
    .execute();
}

async function singlesOf(db: Database, process: ProcessName, range: Range, limit: number) {
  const samples = await db
    .selectFrom("process_samples")
    .select(["at_ms", "cpu_pct", "cpu_pct as cpu_max", "mem_bytes"])
    .where("session_id", "=", process.id)
    .where("process_id", "=", process.process_id)
    .where("at_ms", ">=", range.sinceMs)
    .where("at_ms", "<", range.untilMs)
    .orderBy("at_ms", "desc")
    .limit(limit)
    .execute();
  return samples.reverse();
}

/**
 * What is kept of a process in a range, oldest first; without one of the last half hour before its newest sample.
 * Single samples while there are few enough and none of them was thinned out, otherwise steps.
 */
export async function readProcessSamples(
  db: Database,
  process: ProcessName,
  asked: { sinceMs?: number | undefined; untilMs?: number | undefined } = {},
  { spanMs, most, mostSteps }: Record<keyof typeof processSampleBounds, number> = processSampleBounds,
): Promise<ProcessSamples> {
  const { count, firsts, lasts } = await boundsOf(db, process);
  if (lasts.length === 0) return { began_at_ms: null, count: 0, step_ms: null, samples: [] };
  const [beganMs, lastMs] = [Math.min(...firsts), Math.max(...lasts)];
  const told = { began_at_ms: beganMs, count };
  const untilMs = Math.min(asked.untilMs ?? lastMs + 1, lastMs + 1);
  const range = { sinceMs: Math.max(asked.sinceMs ?? lastMs - spanMs, beganMs), untilMs };
  const kept = await keptSteps(db, process, range);
  if (kept.length === 0) {
    const single = await singlesOf(db, process, range, most + 1);
    // The newest half hour is always told as it was seen.
    if (single.length <= most || asked.sinceMs === undefined)
      return { ...told, step_ms: null, samples: single.slice(-most) };
  }
  const widthMs =
    processStepMs *
    Math.max(1, Math.ceil((range.untilMs - range.sinceMs) / (processStepMs * (mostSteps - 1))));
  const steps = widened([...kept, ...(await stepsOfSamples(db, range, process))], widthMs);
  return { ...told, step_ms: widthMs, samples: steps.map(sampleOf) };
}
