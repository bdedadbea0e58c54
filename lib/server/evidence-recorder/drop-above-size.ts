import type { Database } from "../db/database.ts";
import { pictureTotals } from "../pictures/picture-reads.ts";
import { dropOldestPictures } from "../pictures/picture-writes.ts";
import { storedLogTotals } from "../stored-logs/stored-log-reads.ts";
import { dropOldestStoredLogs } from "../stored-logs/stored-log-writes.ts";

/** How many parts one call deletes at most: together more than browsers add until the next one. */
const mostParts = 20;

export interface DropDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  nowMs: number;
}

/**
 * Deletes the oldest ended logs and the oldest pictures while all of them together have more than `maxBytes` (compressed),
 * in transactions of a bounded size. Returns how many were deleted.
 */
export async function dropAboveSize(
  deps: DropDeps,
  maxBytes: number,
): Promise<{ logs: number; pictures: number }> {
  const dropped = { logs: 0, pictures: 0 };
  for (let part = 0; part < mostParts; part += 1) {
    const { logs, pictures } = await dropPart(deps, maxBytes);
    if (logs + pictures === 0) break;
    dropped.logs += logs;
    dropped.pictures += pictures;
  }
  return dropped;
}

async function dropPart({ db, write, nowMs }: DropDeps, maxBytes: number) {
  const { stored_bytes: logBytes } = await storedLogTotals(db);
  const { bytes: pictureBytes } = await pictureTotals(db);
  const over = logBytes + pictureBytes - maxBytes;
  if (over <= 0) return { logs: 0, pictures: 0 };
  // Both in proportion: what is left of them reaches equally far back.
  const ofPictures = Math.ceil((over * pictureBytes) / (logBytes + pictureBytes));
  return await write(async (trx) => ({
    pictures: (ofPictures > 0 ? await dropOldestPictures(trx, ofPictures) : undefined)?.pictures ?? 0,
    logs: (await dropOldestStoredLogs(trx, over - ofPictures, nowMs))?.logs ?? 0,
  }));
}
