// Operators' annotations of the timeline. Visible to everyone; only the author can delete one.
import { randomBytes } from "node:crypto";
import { type Annotation, type AnnotationCreate, timelineLimits } from "../../bff/timeline.ts";
import { type BoundedList, countRows, rowCount, type TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { noSuch, Problem } from "../kernel/problem.ts";

const newId = () => `m${randomBytes(12).toString("hex").slice(0, 23)}`;

const withAuthor = (db: Database) =>
  db.selectFrom("annotations").innerJoin("users", "users.id", "annotations.user_id");

/** Stores an annotation; throws a Problem (409) at the operator's limit. */
export async function addAnnotation(
  db: Database,
  author: { userId: string; username: string },
  { at_ms, note }: AnnotationCreate,
  nowMs: number,
): Promise<Annotation> {
  const own = db.selectFrom("annotations").where("user_id", "=", author.userId);
  if ((await countRows(own.select(rowCount))) >= timelineLimits.annotationsPerOperator)
    throw new Problem(
      409,
      "too_many_annotations",
      `You have ${timelineLimits.annotationsPerOperator} marks. Delete some first.`,
    );
  const row = { id: newId(), at_ms, note: note.toWellFormed(), created_at_ms: nowMs };
  await db
    .insertInto("annotations")
    .values({ ...row, user_id: author.userId })
    .execute();
  return { ...row, by: author.username, mine: true };
}

/** Deletes an annotation; throws a Problem: 404 when there is none, 403 when it is another operator's. */
export async function removeAnnotation(db: Database, id: string, userId: string): Promise<void> {
  const stored = await withAuthor(db)
    .select(["annotations.user_id", "users.username"])
    .where("annotations.id", "=", id)
    .executeTakeFirst();
  if (stored === undefined) throw noSuch("mark");
  if (stored.user_id !== userId)
    throw new Problem(403, "not_yours", `Only ${stored.username}, who added this mark, can delete it.`);
  await db.deleteFrom("annotations").where("id", "=", id).execute();
}

/** The annotations of a range, newest first; `mine` refers to `userId`. */
export async function readAnnotations(
  db: Database,
  { fromMs, toMs }: TimeRange,
  userId: string,
): Promise<BoundedList<Annotation>> {
  const inRange = withAuthor(db)
    .where("annotations.at_ms", ">=", fromMs)
    .where("annotations.at_ms", "<", toMs);
  const rows = await inRange
    .selectAll("annotations")
    .select("users.username")
    .orderBy("annotations.at_ms", "desc")
    .orderBy("annotations.id")
    .limit(timelineLimits.annotations)
    .execute();
  const items = rows.map(({ user_id: author, username, ...row }) => ({
    ...row,
    by: username,
    mine: author === userId,
  }));
  return { total: await countRows(inRange.select(rowCount)), items };
}
