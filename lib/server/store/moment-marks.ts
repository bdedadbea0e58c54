// Moments that operators marked. Everyone sees them; only who set one takes it back.
import { randomBytes } from "node:crypto";
import { type Mark, type MarkCreate, timelineLimits } from "../../bff/timeline.ts";
import { Problem } from "../problem.ts";
import type { Database } from "./database.ts";
import type { Lane, TimeRange } from "./timeline-range.ts";

const newId = () => `m${randomBytes(12).toString("hex").slice(0, 23)}`;

const withAuthor = (db: Database) =>
  db.selectFrom("moment_marks").innerJoin("users", "users.id", "moment_marks.user_id");

/** Keeps a mark; throws 409 when this operator has as many as one may keep. */
export async function addMark(
  db: Database,
  author: { userId: string; username: string },
  { at_ms, note }: MarkCreate,
  nowMs: number,
): Promise<Mark> {
  const own = await db
    .selectFrom("moment_marks")
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .where("user_id", "=", author.userId)
    .executeTakeFirst();
  if (Number(own?.count ?? 0) >= timelineLimits.marksPerOperator)
    throw new Problem(
      409,
      "too_many_marks",
      `You have ${timelineLimits.marksPerOperator} marks: delete some first.`,
    );
  const row = { id: newId(), at_ms, note: note.toWellFormed(), created_at_ms: nowMs };
  await db
    .insertInto("moment_marks")
    .values({ ...row, user_id: author.userId })
    .execute();
  return { ...row, by: author.username, mine: true };
}

/** Takes a mark back; throws 404 when there is none, 403 when it is another's. */
export async function removeMark(db: Database, id: string, userId: string): Promise<void> {
  const kept = await withAuthor(db)
    .select(["moment_marks.user_id", "users.username"])
    .where("moment_marks.id", "=", id)
    .executeTakeFirst();
  if (kept === undefined) throw new Problem(404, "not_found", "There is no such mark.");
  if (kept.user_id !== userId)
    throw new Problem(403, "not_yours", `Only ${kept.username}, who set it, takes this mark back.`);
  await db.deleteFrom("moment_marks").where("id", "=", id).execute();
}

/** The marks of a range as `userId` sees them, newest first. */
export async function readMarks(
  db: Database,
  { fromMs, toMs }: TimeRange,
  userId: string,
): Promise<Lane<Mark>> {
  const inRange = withAuthor(db)
    .where("moment_marks.at_ms", ">=", fromMs)
    .where("moment_marks.at_ms", "<", toMs);
  const rows = await inRange
    .selectAll("moment_marks")
    .select("users.username")
    .orderBy("moment_marks.at_ms", "desc")
    .orderBy("moment_marks.id")
    .limit(timelineLimits.marks)
    .execute();
  const total = await inRange
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .executeTakeFirst();
  const items = rows.map(({ user_id: author, username, ...row }) => ({
    ...row,
    by: username,
    mine: author === userId,
  }));
  return { total: Number(total?.count ?? 0), items };
}
