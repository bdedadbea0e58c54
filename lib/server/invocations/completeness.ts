// Whether the invocations of a period were recorded completely.
import { invocationGapLimit, type RecorderGap } from "../../bff/recorder-gap.ts";
import { parseStored } from "../../format/parse-stored.ts";
import { readCheckpointTexts } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { type GapRow, readGaps } from "../db/gaps.ts";
import { isLeaseAlive, recorderLease } from "../db/leases.ts";
import { paces } from "../kernel/paces.ts";
import { type Floors, floors, floorsCheckpoint, noFloors } from "./invocation-writes.ts";
import { invocationList, progressCheckpoint, type SyncProgress, syncProgress } from "./sync-progress.ts";

/** A gap as the browser receives it. */
export const gapFor = ({ filled, ...gap }: GapRow): RecorderGap => ({ ...gap, filled: filled === 1 });

/** How far the invocations are recorded, and from where on they are kept. */
export interface RecordedReach {
  progress: SyncProgress | undefined;
  floors: Floors;
  /** Whether a replica records: one that reads for a long time, too. */
  isRecording: boolean;
}

export async function readRecordedReach(db: Database): Promise<RecordedReach> {
  const [texts, isRecording] = await Promise.all([
    readCheckpointTexts(db, [progressCheckpoint, floorsCheckpoint]),
    isLeaseAlive(db, recorderLease),
  ]);
  return {
    progress: parseStored(syncProgress, texts.get(progressCheckpoint)),
    floors: parseStored(floors, texts.get(floorsCheckpoint)) ?? noFloors,
    isRecording,
  };
}

/** The gap of a list that nobody reads since `lastGoodMs`: only a recorder writes gaps. */
export function silentGap(
  list: string,
  lastGoodMs: number | null | undefined,
  written: readonly GapRow[],
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): GapRow[] {
  if (lastGoodMs == null || nowMs - lastGoodMs <= paces.polling.maxSilenceMs || lastGoodMs >= untilMs)
    return [];
  if (written.some((gap) => gap.list === list && gap.to_ms === null)) return [];
  return [{ list, from_ms: lastGoodMs, to_ms: null, why: "not_running", filled: 0 }];
}

/** Completeness of the recorded invocations that started in a period, with the known gaps; `reach`: as read before. */
export async function completenessOf(
  db: Database,
  { sinceMs, untilMs, nowMs }: { sinceMs: number; untilMs: number; nowMs: number },
  reach?: RecordedReach,
) {
  const { progress, floors: kept, isRecording } = reach ?? (await readRecordedReach(db));
  const limit = invocationGapLimit;
  const written = await readGaps(db, { list: invocationList, sinceMs, untilMs, limit });
  const silent = isRecording
    ? []
    : silentGap(invocationList, progress?.last_good_ms, written, { untilMs, nowMs });
  const gaps = [...silent, ...written].slice(0, limit);
  const completeFrom = progress?.complete_from_ms;
  const from = completeFrom == null ? null : Math.max(completeFrom, kept.invocations_ms);
  const unread = progress?.deep;
  const readBack = from !== null ? from <= sinceMs : unread != null && unread.since_ms <= sinceMs;
  const reading =
    unread != null && untilMs > unread.since_ms && sinceMs < (unread.lowest_ms ?? Number.POSITIVE_INFINITY);
  return {
    complete: gaps.length === 0 && readBack && !reading,
    began_at_ms: progress?.began_ms ?? null,
    complete_from_ms: from,
    gaps: gaps.map(gapFor),
    last_good_at_ms: progress?.last_good_ms ?? null,
  };
}
