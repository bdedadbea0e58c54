import { type EvidenceState, logRecorderReport } from "../../bff/evidence.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import type { Evidence } from "../kernel/env.ts";
import { storedLogTotals } from "../stored-logs/stored-log-reads.ts";
import { logRecorderCheckpoint } from "./log-recorder.ts";

/** The settings of this process, and what the leader stores; the latter is the same from every replica. */
export async function readEvidence(db: Database, settings: Evidence): Promise<EvidenceState> {
  const { logs, days, maxMb, sessionMb, streams } = settings;
  return {
    settings: { logs, days, max_mb: maxMb, session_mb: sessionMb, streams },
    stored: await storedLogTotals(db),
    recorder: (await readCheckpoint(db, logRecorderCheckpoint, logRecorderReport)) ?? null,
  };
}
