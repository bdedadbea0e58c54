// The last minutes beside the day before them.
import { type Spike, spikeRules } from "../../bff/insight.ts";
import { spikeOf } from "../../insight/spike.ts";
import type { Database } from "../store/database.ts";
import { rollupWidths } from "../store/rollups.ts";
import { readFloors } from "../store/runs.ts";
import { countEnded, readShared } from "../store/spike-runs.ts";
import { completenessOf } from "./completeness.ts";

const dayMs = 86_400_000;
const stepMs = rollupWidths.fine;

/** Whether more runs fail now than in the day before, and what those that fail share. */
export async function readSpike(
  db: Database,
  { nowMs, minutes = spikeRules.minutes }: { nowMs: number; minutes?: number | undefined },
): Promise<Spike> {
  // In whole steps, so that no run is in both times.
  const sinceMs = Math.floor((nowMs - minutes * 60_000) / stepMs) * stepMs;
  const { fine_ms: fineFloorMs } = await readFloors(db);
  const baseSinceMs = Math.min(sinceMs, Math.max(sinceMs - dayMs, fineFloorMs));
  const recent = await countEnded(db, sinceMs, nowMs);
  const base = await countEnded(db, baseSinceMs, sinceMs);
  const { attributes, known, lookedAt } = await readShared(db, sinceMs, nowMs);
  return {
    since_ms: sinceMs,
    until_ms: nowMs,
    base_since_ms: baseSinceMs,
    recent,
    base,
    ...spikeOf({ part: recent.failed, whole: recent.ended }, { part: base.failed, whole: base.ended }),
    attributes: recent.failed >= spikeRules.failed ? attributes : [],
    sessions_known: known,
    looked_at: lookedAt,
    ...(await completenessOf(db, baseSinceMs, nowMs)),
  };
}
