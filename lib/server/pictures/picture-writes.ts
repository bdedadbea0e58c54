// Writes pictures: the leader under its lease, and operators who delete those of a session.
import { randomUUID } from "node:crypto";
import { type PictureReason, pictureLimits } from "../../bff/pictures.ts";
import type { Database } from "../db/database.ts";
import { dropRows, rowsPerCall } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew } from "../db/upsert.ts";
import { type PictureSize, picturesToTrim } from "./pictures-to-trim.ts";
import { pngSize } from "./png-size.ts";

/** A picture to store. `url`: redacted by the caller. */
export interface NewPicture {
  session_id: string;
  at_ms: number;
  reason: PictureReason;
  url: string;
  png: Uint8Array;
}

/** How many pictures were deleted, and their bytes. */
export interface DeletedPictures {
  pictures: number;
  bytes: number;
}

/** Undefined for bytes that are no PNG file, and for more than `pictureLimits.bytes`. */
function rowOf({ png, url, ...picture }: NewPicture): Tables["pictures"] | undefined {
  const size = png.byteLength > pictureLimits.bytes ? undefined : pngSize(png);
  return (
    size && {
      id: randomUUID(),
      ...picture,
      url: url.slice(0, pictureLimits.urlChars).toWellFormed(),
      ...size,
      bytes: png.byteLength,
      data: png,
    }
  );
}

/** Stores pictures; leaves out what is no PNG or too large, and a second one of the same session and time. */
export async function addPictures(trx: Database, pictures: readonly NewPicture[]): Promise<void> {
  await insertNew(
    trx,
    "pictures",
    pictures.flatMap((picture) => rowOf(picture) ?? []),
  );
}

async function deleteByIds(trx: Database, pictures: readonly PictureSize[]): Promise<DeletedPictures> {
  const ids = pictures.map(({ id }) => id);
  await inBatches(ids, (part) => trx.deleteFrom("pictures").where("id", "in", part).execute());
  return { pictures: pictures.length, bytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Deletes pictures of a session until they have at most `maxBytes`: first every second one taken at a change, so that
 * those left stay spread evenly, then the oldest others. The newest picture stays. Returns what was deleted, or
 * undefined for nothing.
 */
export async function trimPictures(
  trx: Database,
  sessionId: string,
  maxBytes: number,
): Promise<DeletedPictures | undefined> {
  const pictures = await trx
    .selectFrom("pictures")
    .select(["id", "reason", "bytes"])
    .where("session_id", "=", sessionId)
    .orderBy("at_ms")
    .execute();
  const trimmed = picturesToTrim(pictures, maxBytes);
  return trimmed.length === 0 ? undefined : await deleteByIds(trx, trimmed);
}

/** Deletes pictures from before a time, oldest first; returns whether there may be more. */
export const dropPictures = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "pictures", time: "at_ms", beforeMs });

/**
 * Deletes the oldest pictures, until at least `bytes` are free or the limit of one call is reached. Returns what was
 * deleted and the time of the newest of it, or undefined for nothing.
 */
export async function dropOldestPictures(
  trx: Database,
  bytes: number,
): Promise<(DeletedPictures & { beforeMs: number }) | undefined> {
  const pictures = await trx
    .selectFrom("pictures")
    .select(["id", "at_ms", "bytes"])
    .orderBy("at_ms")
    .limit(rowsPerCall)
    .execute();
  let free = 0;
  const dropped = pictures.filter((picture) => {
    const isNeeded = free < bytes;
    free += picture.bytes;
    return isNeeded;
  });
  const last = dropped.at(-1);
  return last && { ...(await deleteByIds(trx, dropped)), beforeMs: last.at_ms };
}

/** Deletes the pictures of sessions that were taken since `sinceMs` (epoch ms), by default all. */
export async function deletePicturesOf(
  trx: Database,
  sessionIds: readonly string[],
  sinceMs = 0,
): Promise<void> {
  await inBatches(sessionIds, (part) =>
    trx.deleteFrom("pictures").where("session_id", "in", part).where("at_ms", ">=", sinceMs).execute(),
  );
}
