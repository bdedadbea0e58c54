// The last minutes beside the day before them.
import { type Spike, spikeRules } from "../../bff/insight.ts";
import type { SpikeFacts } from "../../insight/attention-facts.ts";
import { judgedSpike } from "../../insight/spike.ts";
import type { Database } from "../store/database.ts";
import { countInterrupted } from "../store/failure-counts.ts";
import { rollupWidths } from "../store/rollups.ts";
import { readFloors } from "../store/runs.ts";
import { countEnded, readShared } from "../store/spike-runs.ts";
import { completenessOf } from "./completeness.ts";

const dayMs = 86_400_000;
const stepMs = rollupWidths.fine;

type Times = Pick<Spike, "since_ms" | "until_ms" | "base_since_ms">;
/** Of all runs, and of those the service cut short. */
type Counts = Times & Pick<SpikeFacts, "recent" | "base" | "interrupted">;

async function countCut(db: Database, sinceMs: number, untilMs: number): Promise<number> {
  return (await countInterrupted(db, sinceMs, untilMs)).reduce((sum, { runs }) => sum + runs, 0);
}

async function countsOf(db: Database, nowMs: number, minutes: number): Promise<Counts> {
  // In whole steps, so that no run is in both times.
  const sinceMs = Math.floor((nowMs - minutes * 60_000) / stepMs) * stepMs;
  const { fine_ms: fineFloorMs } = await readFloors(db);
  const baseSinceMs = Math.min(sinceMs, Math.max(sinceMs - dayMs, fineFloorMs));
  return {
    since_ms: sinceMs,
    until_ms: nowMs,
    base_since_ms: baseSinceMs,
    recent: await countEnded(db, sinceMs, nowMs),
    base: await countEnded(db, baseSinceMs, sinceMs),
    interrupted: {
      recent: await countCut(db, sinceMs, nowMs),
      base: await countCut(db, baseSinceMs, sinceMs),
    },
  };
}

/** Whether more runs fail now than in the day before, and what those that fail share. */
export async function readSpike(
  db: Database,
  { nowMs, minutes = spikeRules.minutes }: { nowMs: number; minutes?: number | undefined },
): Promise<Spike> {
  const counts = await countsOf(db, nowMs, minutes);
  const found = judgedSpike(counts);
  const { attributes, known, lookedAt } = await readShared(db, counts.since_ms, nowMs);
  return {
    ...counts,
    ...found,
    interrupted: counts.interrupted.recent,
    attributes: found.recent.failed >= spikeRules.failed ? attributes : [],
    sessions_known: known,
    looked_at: lookedAt,
    ...(await completenessOf(db, counts.base_since_ms, nowMs)),
  };
}

/** The same for the rules of attention: what failing runs share is asked only while they spike. `ended`: runs looked at. */
export async function readSpikeFacts(
  db: Database,
  nowMs: number,
): Promise<{ facts: SpikeFacts | null; ended: number }> {
  const counts = await countsOf(db, nowMs, spikeRules.minutes);
  const { ended } = counts.recent;
  if (judgedSpike(counts).verdict !== "spike") return { facts: null, ended };
  const { attributes } = await readShared(db, counts.since_ms, nowMs);
  return { facts: { ...counts, shared: attributes[0] ?? null }, ended };
}
