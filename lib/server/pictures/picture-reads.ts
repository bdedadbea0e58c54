// Reads pictures; any replica can.
import { type Picture, type PicturesQuery, pictureLimits } from "../../bff/pictures.ts";
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { noSuch } from "../kernel/problem.ts";

const columns = ["id", "session_id", "at_ms", "reason", "url", "width", "height", "bytes"] as const;

/** At most `limit` of the values, evenly spread, with the first and the last; only the last one for a limit of 1. */
export function spread<Value>(values: readonly Value[], limit: number): Value[] {
  const last = values.length - 1;
  if (values.length <= limit) return [...values];
  if (limit === 1) return values.slice(last);
  const chosen = Array.from({ length: limit }, (_, at) => Math.round((at * last) / (limit - 1)));
  return chosen.flatMap((at) => values.slice(at, at + 1));
}

/**
 * The pictures of a session within a range, both ends included, oldest first; of more than `limit` (by default
 * `pictureLimits.pictures`) some that are spread evenly.
 */
export async function listPictures(
  db: Database,
  sessionId: string,
  {
    from_ms: fromMs = 0,
    to_ms: toMs = Number.MAX_SAFE_INTEGER,
    limit = pictureLimits.pictures,
  }: Omit<PicturesQuery, "session_id"> = {},
): Promise<Picture[]> {
  const ofSession = db.selectFrom("pictures").where("session_id", "=", sessionId);
  const times = await ofSession
    .select("at_ms")
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<=", toMs)
    .orderBy("at_ms")
    .execute();
  const chosen = spread(times, limit).map(({ at_ms: atMs }) => atMs);
  return await inBatches(chosen, (part) =>
    ofSession.select(columns).where("at_ms", "in", part).orderBy("at_ms").execute(),
  );
}

/** The newest picture of each of the sessions that have one, in no order. */
export const lastPictures = (db: Database, sessionIds: readonly string[]): Promise<Picture[]> =>
  inBatches(sessionIds, (part) =>
    db
      .selectFrom("pictures as picture")
      .select(columns)
      .where("session_id", "in", part)
      .where("at_ms", "=", (each) =>
        each
          .selectFrom("pictures as other")
          .whereRef("other.session_id", "=", "picture.session_id")
          .select(({ fn }) => fn.max("other.at_ms").as("last")),
      )
      .execute(),
  );

/** Those of the sessions that have pictures, taken since `sinceMs` (epoch ms) if it is given. */
export async function havingPictures(
  db: Database,
  sessionIds: readonly string[],
  sinceMs = 0,
): Promise<string[]> {
  const rows = await inBatches(sessionIds, (part) =>
    db
      .selectFrom("pictures")
      .select("session_id")
      .distinct()
      .where("session_id", "in", part)
      .where("at_ms", ">=", sinceMs)
      .execute(),
  );
  return rows.map(({ session_id: id }) => id);
}

/** The session of a picture; none for an unknown one. */
export async function sessionsOfPicture(db: Database, id: string): Promise<string[]> {
  const rows = await db.selectFrom("pictures").select("session_id").where("id", "=", id).execute();
  return rows.map(({ session_id: session }) => session);
}

/** A picture's PNG file. Throws a Problem 404 for an unknown one. */
export async function readPicture(db: Database, id: string): Promise<Uint8Array> {
  const row = await db.selectFrom("pictures").select("data").where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noSuch("picture");
  return row.data;
}

/** Bytes of the pictures of a session that has some, on average; null without a picture. */
export async function averagePictureBytes(db: Database): Promise<number | null> {
  const { sessions } = await db
    .selectFrom("pictures")
    .select(({ fn }) => fn.count("session_id").distinct().as("sessions"))
    .executeTakeFirstOrThrow();
  if (Number(sessions) === 0) return null;
  return Math.round((await pictureTotals(db)).bytes / Number(sessions));
}

/** How much is stored. `oldest_ms`: the oldest picture's time. */
export async function pictureTotals(
  db: Database,
): Promise<{ pictures: number; bytes: number; oldest_ms: number | null }> {
  const total = await db
    .selectFrom("pictures")
    .select(({ fn }) => [
      fn.countAll().as("pictures"),
      fn.sum("bytes").as("bytes"),
      fn.min("at_ms").as("oldest_ms"),
    ])
    .executeTakeFirst();
  return {
    pictures: Number(total?.pictures ?? 0),
    bytes: Number(total?.bytes ?? 0),
    oldest_ms: total?.oldest_ms ?? null,
  };
}
