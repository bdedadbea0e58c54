import { type EvidenceSettings, type EvidenceState, logRecorderReport } from "../../bff/evidence.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { readEvidenceSettings } from "../evidence/evidence-settings.ts";
import { pictureTotals } from "../pictures/picture-reads.ts";
import { storedLogTotals } from "../stored-logs/stored-log-reads.ts";
import { logRecorderCheckpoint } from "./log-recorder.ts";

async function storedTotals(db: Database): Promise<EvidenceState["stored"]> {
  const logs = await storedLogTotals(db);
  const { pictures, bytes, oldest_ms: oldestPictureMs } = await pictureTotals(db);
  const oldest = [logs.oldest_ms, oldestPictureMs].flatMap((atMs) => atMs ?? []);
  return {
    ...logs,
    pictures,
    picture_bytes: bytes,
    oldest_ms: oldest.length === 0 ? null : Math.min(...oldest),
  };
}

/** What evidence is stored and by which settings. `defaults`: the environment variables of this process. */
export async function readEvidence(db: Database, defaults: EvidenceSettings): Promise<EvidenceState> {
  return {
    ...(await readEvidenceSettings(db, defaults)),
    defaults,
    stored: await storedTotals(db),
    recorder: (await readCheckpoint(db, logRecorderCheckpoint, logRecorderReport)) ?? null,
  };
}
