// The last minutes beside the day before them.
import { type Spike, spikeRules } from "../../bff/insight.ts";
import type { SpikeFacts } from "../../insight/attention-facts.ts";
import { spikeOf } from "../../insight/spike.ts";
import type { Database } from "../store/database.ts";
import { countInterrupted } from "../store/failure-counts.ts";
import { rollupWidths } from "../store/rollups.ts";
import { readFloors } from "../store/runs.ts";
import { countEnded, readShared } from "../store/spike-runs.ts";
import { completenessOf } from "./completeness.ts";

const dayMs = 86_400_000;
const stepMs = rollupWidths.fine;

type Counts = Pick<
  Spike,
  "since_ms" | "until_ms" | "base_since_ms" | "recent" | "base" | "verdict" | "chance"
>;

/** The counts of the roll-ups alone, and what they say. */
async function countsOf(db: Database, nowMs: number, minutes: number): Promise<Counts> {
  // In whole steps, so that no run is in both times.
  const sinceMs = Math.floor((nowMs - minutes * 60_000) / stepMs) * stepMs;
  const { fine_ms: fineFloorMs } = await readFloors(db);
  const baseSinceMs = Math.min(sinceMs, Math.max(sinceMs - dayMs, fineFloorMs));
  const recent = await countEnded(db, sinceMs, nowMs);
  const base = await countEnded(db, baseSinceMs, sinceMs);
  return {
    since_ms: sinceMs,
    until_ms: nowMs,
    base_since_ms: baseSinceMs,
    recent,
    base,
    ...spikeOf({ part: recent.failed, whole: recent.ended }, { part: base.failed, whole: base.ended }),
  };
}

/** Whether more runs fail now than in the day before, and what those that fail share. */
export async function readSpike(
  db: Database,
  { nowMs, minutes = spikeRules.minutes }: { nowMs: number; minutes?: number | undefined },
): Promise<Spike> {
  const counts = await countsOf(db, nowMs, minutes);
  const { attributes, known, lookedAt } = await readShared(db, counts.since_ms, nowMs);
  return {
    ...counts,
    attributes: counts.recent.failed >= spikeRules.failed ? attributes : [],
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
  const { verdict, chance: _, ...counts } = await countsOf(db, nowMs, spikeRules.minutes);
  const { ended } = counts.recent;
  if (verdict !== "spike") return { facts: null, ended };
  const [{ attributes }, recent, base] = await Promise.all([
    readShared(db, counts.since_ms, nowMs),
    countInterrupted(db, counts.since_ms, nowMs),
    countInterrupted(db, counts.base_since_ms, counts.since_ms),
  ]);
  const total = (groups: readonly { runs: number }[]) => groups.reduce((sum, { runs }) => sum + runs, 0);
  const interrupted = { recent: total(recent), base: total(base) };
  return { facts: { ...counts, interrupted, shared: attributes[0] ?? null }, ended };
}
