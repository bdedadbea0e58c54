import { type EvidenceSettings, type EvidenceState, logRecorderReport } from "../../bff/evidence.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { readEvidenceSettings } from "../evidence/evidence-settings.ts";
import { storedLogTotals } from "../stored-logs/stored-log-reads.ts";
import { logRecorderCheckpoint } from "./log-recorder.ts";

/** What evidence is stored and by which settings. `defaults`: the environment variables of this process. */
export async function readEvidence(db: Database, defaults: EvidenceSettings): Promise<EvidenceState> {
  return {
    ...(await readEvidenceSettings(db, defaults)),
    defaults,
    stored: await storedLogTotals(db),
    recorder: (await readCheckpoint(db, logRecorderCheckpoint, logRecorderReport)) ?? null,
  };
}
