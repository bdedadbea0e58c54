// The recorder's state as any replica reads it from the store.
import { z } from "zod";
import { listGapLimit, type RecorderState, type RecorderStatus, recorderLists } from "../../bff/recorder.ts";
import type { Retention } from "../env.ts";
import { type Database, dialectOf } from "../store/database.ts";
import { diskBytes } from "../store/disk.ts";
import { readGaps } from "../store/gaps.ts";
import { leaseLives, seeLease } from "../store/leases.ts";
import { readMark } from "../store/marks.ts";
import { isOverBound } from "../store/retention.ts";
import { tableFigures } from "../store/table-figures.ts";
import { gapFor } from "./completeness.ts";
import { trimmedIdsMark, trimmedMark } from "./janitor.ts";
import { mirrorProgress, progressMark } from "./mirror-progress.ts";
import { leaderWord, stateMark, statusOf } from "./recorder-state.ts";

export const recorderLease = "recorder";

/** How the recorder does, as this replica may say of itself. */
export async function recorderStatusOf(db: Database, holder: string): Promise<RecorderStatus> {
  const lease = await seeLease(db, recorderLease);
  if (lease === undefined || !(await leaseLives(db, recorderLease))) return "off";
  if (lease.holder !== holder) return "follower";
  return statusOf(await readMark(db, stateMark, leaderWord)).status;
}

/** How the recorder does, the same from every replica, and since when. */
export async function readOwnState(
  db: Database,
): Promise<Pick<RecorderState, "status" | "since_ms" | "lists" | "duties"> & { alive: boolean }> {
  const lease = await seeLease(db, recorderLease);
  const alive = lease !== undefined && (await leaseLives(db, recorderLease));
  const word = await readMark(db, stateMark, leaderWord);
  const { status, sinceMs } = statusOf(word);
  return {
    alive,
    status: alive ? status : "off",
    since_ms: alive ? sinceMs : (word?.at_ms ?? null),
    lists: word?.lists ?? [],
    duties: word?.duties ?? [],
  };
}

/** Everything that is known of it. */
export async function readRecorder(
  db: Database,
  { retention, holder, nowMs }: { retention: Retention; holder: string; nowMs: number },
): Promise<RecorderState> {
  const lease = await seeLease(db, recorderLease);
  const { alive, ...state } = await readOwnState(db);
  const progress = await readMark(db, progressMark, mirrorProgress);
  const asked = { sinceMs: 0, untilMs: nowMs + 1, filledToo: true, limit: listGapLimit };
  const gaps = (await Promise.all(recorderLists.map((list) => readGaps(db, { ...asked, list })))).flat();
  const trimmed = await readMark(db, trimmedMark, z.object({ at_ms: z.number(), before_ms: z.number() }));
  const trimmedIds = await readMark(db, trimmedIdsMark, z.object({ at_ms: z.number() }));
  const maxBytes = retention.maxMb * 1_000_000;
  const embedded = dialectOf(db) === "sqlite";
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
      max_bytes: embedded ? maxBytes : null,
      ...(await tableFigures(db, nowMs)),
      trimmed: trimmed ?? null,
      trimmed_ids_at_ms: trimmedIds?.at_ms ?? null,
      over_bound: await isOverBound(db, maxBytes),
    },
    retention: { raw_hours: retention.rawHours, days: retention.days },
  };
}
