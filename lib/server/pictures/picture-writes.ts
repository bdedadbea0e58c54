// Writes pictures: the leader under its lease, and operators who delete those of a session.
import { randomUUID } from "node:crypto";
import { type PictureReason, pictureLimits } from "../../bff/pictures.ts";
import type { Database } from "../db/database.ts";
import { dropRows, rowsPerCall } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import type { Tables } from "../db/tables.ts";
import { insertNew, upsert } from "../db/upsert.ts";
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

/**
 * Stores pictures; leaves out what is no PNG or too large, a second one of the same session and time, and those up to which
 * the session's were deleted.
 */
export async function addPictures(trx: Database, pictures: readonly NewPicture[]): Promise<void> {
  const sessions = [...new Set(pictures.map(({ session_id: id }) => id))];
  const notes = await inBatches(sessions, (part) =>
    trx.selectFrom("deleted_pictures").selectAll().where("session_id", "in", part).execute(),
  );
  const deleted = new Map(notes.map(({ session_id: id, until_ms: untilMs }) => [id, untilMs]));
  await insertNew(
    trx,
    "pictures",
    pictures.flatMap((picture) =>
      picture.at_ms <= (deleted.get(picture.session_id) ?? -1) ? [] : (rowOf(picture) ?? []),
    ),
  );
}

/** Notes that these were deleted, with all before them: none of those is stored again. */
async function noteDeleted(
  trx: Database,
  pictures: readonly { session_id: string; at_ms: number }[],
): Promise<void> {
  const untilMs = new Map<string, number>();
  for (const { session_id: id, at_ms: atMs } of pictures)
    untilMs.set(id, Math.max(atMs, untilMs.get(id) ?? 0));
  const rows = [...untilMs].map(([id, ms]) => ({ session_id: id, until_ms: ms }));
  if (rows.length > 0) await upsert(trx, "deleted_pictures", rows);
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
export async function dropPictures(trx: Database, beforeMs: number): Promise<boolean> {
  const more = await dropRows(trx, { table: "deleted_pictures", time: "until_ms", beforeMs });
  return (await dropRows(trx, { table: "pictures", time: "at_ms", beforeMs })) || more;
}

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
    .select(["id", "session_id", "at_ms", "bytes"])
    .orderBy("at_ms")
    .limit(rowsPerCall)
    .execute();
  let free = 0;
  const dropped = pictures.filter((picture) => {
    const isNeeded = free < bytes;
    free += picture.bytes;
    return isNeeded;
  });
  await noteDeleted(trx, dropped);
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

/** Deletes all pictures of a session for an operator; those that the API still has are not stored again. */
export async function deleteSessionPictures(db: Database, sessionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // In one statement: the leader may store more of them meanwhile.
    const deleted = await trx
      .deleteFrom("pictures")
      .where("session_id", "=", sessionId)
      .returning(["session_id", "at_ms"])
      .execute();
    await noteDeleted(trx, deleted);
  });
}
