// Reads the recorder's state from the database; any replica can.
import { z } from "zod";
import { listGapLimit, type RecorderState, type RecorderStatus, recorderLists } from "../../bff/recorder.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import { type Database, dialectOf } from "../db/database.ts";
import { diskBytes } from "../db/disk-usage.ts";
import { readGaps } from "../db/gaps.ts";
import { leaderReport, stateCheckpoint } from "../db/leader-report.ts";
import { isLeaseAlive, readLease, recorderLease } from "../db/leases.ts";
import { tableFigures } from "../db/table-sizes.ts";
import { gapFor } from "../invocations/completeness.ts";
import { progressCheckpoint, syncProgress } from "../invocations/sync-progress.ts";
import type { Retention } from "../kernel/env.ts";
import { isOverBound } from "./delete-expired.ts";
import { statusOf } from "./recorder-state.ts";
import { trimmedCheckpoint, trimmedIdsCheckpoint } from "./retention.ts";
import { usedBytesWithoutEvidence } from "./used-bytes.ts";

/** The recorder's status from the view of the replica `holder`. */
export async function recorderStatusOf(db: Database, holder: string): Promise<RecorderStatus> {
  const lease = await readLease(db, recorderLease);
  if (lease === undefined || !(await isLeaseAlive(db, recorderLease))) return "off";
  if (lease.holder !== holder) return "follower";
  return statusOf(await readCheckpoint(db, stateCheckpoint, leaderReport)).status;
}

/** The leader's status and since when; the same from every replica. */
export async function readLeaderState(
  db: Database,
): Promise<Pick<RecorderState, "status" | "since_ms" | "lists" | "duties"> & { alive: boolean }> {
  const lease = await readLease(db, recorderLease);
  const alive = lease !== undefined && (await isLeaseAlive(db, recorderLease));
  const report = await readCheckpoint(db, stateCheckpoint, leaderReport);
  const { status, sinceMs } = statusOf(report);
  return {
    alive,
    status: alive ? status : "off",
    since_ms: alive ? sinceMs : (report?.at_ms ?? null),
    lists: report?.lists ?? [],
    duties: report?.duties ?? [],
  };
}

/** The complete state of the recorder. */
export async function readRecorder(
  db: Database,
  {
    retention,
    auditDays,
    holder,
    nowMs,
  }: { retention: Retention; auditDays: number; holder: string; nowMs: number },
): Promise<RecorderState> {
  const lease = await readLease(db, recorderLease);
  const { alive, ...state } = await readLeaderState(db);
  const progress = await readCheckpoint(db, progressCheckpoint, syncProgress);
  const filter = { sinceMs: 0, untilMs: nowMs + 1, filledToo: true, limit: listGapLimit };
  const gaps = (await Promise.all(recorderLists.map((list) => readGaps(db, { ...filter, list })))).flat();
  const trimmed = await readCheckpoint(
    db,
    trimmedCheckpoint,
    z.object({ at_ms: z.number(), before_ms: z.number() }),
  );
  const trimmedIds = await readCheckpoint(db, trimmedIdsCheckpoint, z.object({ at_ms: z.number() }));
  const maxBytes = retention.maxMb * 1_000_000;
  const embedded = dialectOf(db) === "sqlite";
  const usedBytes = await usedBytesWithoutEvidence(db);
  return {
    ...state,
    leader:
      lease !== undefined && alive
        ? { holder: lease.holder, term: lease.term, here: lease.holder === holder }
        : null,
    began_at_ms: progress?.began_ms ?? null,
    complete_from_ms: progress?.complete_from_ms ?? null,
    gaps: gaps.map(gapFor).sort((a, b) => Number(a.filled) - Number(b.filled) || b.from_ms - a.from_ms),
    store: {
      kind: embedded ? "embedded file" : "PostgreSQL",
      bytes: await diskBytes(db),
      used_bytes: usedBytes ?? null,
      max_bytes: embedded ? maxBytes : null,
      ...(await tableFigures(db, nowMs)),
      trimmed: trimmed ?? null,
      trimmed_ids_at_ms: trimmedIds?.at_ms ?? null,
      over_bound: await isOverBound(db, usedBytes, maxBytes),
    },
    retention: { raw_hours: retention.rawHours, days: retention.days, audit_days: auditDays },
  };
}
