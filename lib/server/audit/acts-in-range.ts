// The audited acts of a time range.
import { auditMessages } from "../../bff/audit-messages.ts";
import type { TimelineAct } from "../../bff/timeline.ts";
import { type BoundedList, countRows, rowCount, type TimeRange } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";

function outcomeOf(phase: string, answered: boolean): TimelineAct["outcome"] {
  switch (phase) {
    case "denied":
    case "event":
      return phase;
    default:
      return answered ? "answered" : "unanswered";
  }
}

/** The audited actions, newest first: each once, with its outcome even if that is after the range. Unless `byRules`, without
 *  those that rules of the dashboard did. */
export async function readActsIn(
  db: Database,
  { fromMs, toMs }: TimeRange,
  { limit, byRules }: { limit: number; byRules: boolean },
): Promise<BoundedList<TimelineAct>> {
  const inRange = db
    .selectFrom("audit")
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<", toMs)
    .where("phase", "not in", ["answered", "unknown"])
    .$if(!byRules, (query) => query.where("actor", "<>", auditMessages.ruleActor));
  const rows = await inRange
    .select(["seq", "at_ms", "actor", "action", "target", "target_name", "reason", "request_id", "phase"])
    .select(["status", "code"])
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
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
  const items = rows.map(({ phase, ...act }): TimelineAct => {
    const answer = phase === "intended" ? answerOf.get(act.request_id) : act;
    return {
      ...act,
      outcome: outcomeOf(phase, answer !== undefined),
      status: answer?.status ?? null,
      code: answer?.code ?? null,
    };
  });
  return { total: await countRows(inRange.select(rowCount)), items };
}
