// What happened at moments of a range: checks of proxies, acts of operators, times in which nothing was recorded.
import { type RecorderGap, recorderLists } from "../../bff/recorder.ts";
import { type TimelineAction, type TimelineCheck, timelineLimits } from "../../bff/timeline.ts";
import type { Database } from "./database.ts";
import { readGaps } from "./gaps.ts";
import { type Lane, namesOf, type TimeRange } from "./timeline-range.ts";

const counted = (row: { count: number | string } | undefined) => Number(row?.count ?? 0);

/** The recorded checks, newest first. */
export async function readTimelineChecks(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<Lane<TimelineCheck>> {
  const inRange = db.selectFrom("proxy_checks").where("at_ms", ">=", fromMs).where("at_ms", "<", toMs);
  const rows = await inRange
    .select(["proxy_id", "at_ms", "status", "latency_ms", "source"])
    .orderBy("at_ms", "desc")
    .orderBy("proxy_id")
    .limit(timelineLimits.checks)
    .execute();
  const total = await inRange
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .executeTakeFirst();
  const names = await namesOf(
    db,
    "proxy",
    rows.map((row) => row.proxy_id),
  );
  return {
    total: counted(total),
    items: rows.map((row) => ({ ...row, name: names.get(row.proxy_id) ?? null })),
  };
}

function outcomeOf(phase: string, answered: boolean): TimelineAction["outcome"] {
  switch (phase) {
    case "denied":
    case "event":
      return phase;
    default:
      return answered ? "answered" : "unanswered";
  }
}

/** What operators did, newest first: each act once, with its answer whenever that came. */
export async function readTimelineActions(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<Lane<TimelineAction>> {
  const inRange = db
    .selectFrom("audit")
    .where("at_ms", ">=", fromMs)
    .where("at_ms", "<", toMs)
    .where("phase", "<>", "answered");
  const rows = await inRange.selectAll().orderBy("seq", "desc").limit(timelineLimits.actions).execute();
  const total = await inRange
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .executeTakeFirst();
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
  return { total: counted(total), items };
}

/** Times in which a list was not read, newest first, those that were filled later too. */
export async function readTimelineGaps(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<Lane<RecorderGap>> {
  const total = await db
    .selectFrom("recorder_gaps")
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .where("from_ms", "<", toMs)
    .where((each) => each.or([each("to_ms", "is", null), each("to_ms", ">", fromMs)]))
    .executeTakeFirst();
  const asked = { sinceMs: fromMs, untilMs: toMs, filledToo: true, limit: timelineLimits.gaps };
  // Each list has its own bound: one that often fails must not push the others' gaps away.
  const each = await Promise.all(recorderLists.map((list) => readGaps(db, { ...asked, list })));
  const rows = each.flat().sort((a, b) => b.from_ms - a.from_ms);
  return {
    total: counted(total),
    items: rows.map(({ filled, ...gap }) => ({ ...gap, filled: filled === 1 })),
  };
}
