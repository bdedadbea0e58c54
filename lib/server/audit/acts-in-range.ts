// The audited acts of a time range.
import type { TimelineAction } from "../../bff/timeline.ts";
import { type BoundedList, countRows, rowCount, type TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";

function outcomeOf(phase: string, answered: boolean): TimelineAction["outcome"] {
  switch (phase) {
    case "denied":
    case "event":
      return phase;
    default:
      return answered ? "answered" : "unanswered";
  }
}

/** The audited actions, newest first: each once, with its outcome even if that is after the range. */
export async function readActsIn(
  db: Database,
  { fromMs, toMs }: TimeRange,
  limit: number,
): Promise<BoundedList<TimelineAction>> {
  const inRange = db
    .selectFrom("audit")
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<", toMs)
    .where("phase", "<>", "answered");
  const rows = await inRange.selectAll().orderBy("seq", "desc").limit(limit).execute();
  const ids = rows.filter(({ phase }) => phase === "intended").map((row) => row.request_id);
  const answers =
    ids.length === 0
      ? []
      : await db
          .selectFrom("audit")
          .select(["request_id", "status", "code"])
          .where("request_id", "in", ids)
          .where("phase", "=", "answered")
          .execute();
  const answerOf = new Map(answers.map((row) => [row.request_id, row]));
  const items = rows.map((row): TimelineAction => {
    const answer = row.phase === "intended" ? answerOf.get(row.request_id) : row;
    return {
      seq: row.seq,
      at_ms: row.at_ms,
      actor: row.actor,
      action: row.action,
      target: row.target,
      reason: row.reason,
      outcome: outcomeOf(row.phase, answer !== undefined),
      status: answer?.status ?? null,
      code: answer?.code ?? null,
      request_id: row.request_id,
    };
  });
  return { total: await countRows(inRange.select(rowCount)), items };
}
