// Acts as the audit has them: its rows joined by request and operation when they are read; the chain stays as it is.
import { sql } from "kysely";
import { type ActFilters, type AuditedAct, actOutcome, auditPhase } from "../../bff/audit.ts";
import { pageLimit } from "../../contract/paging.ts";
import { sinceEpochNs } from "../../contract/since.ts";
import type { Database } from "../db/database.ts";
import { containsText } from "../db/lower-case.ts";
import { isNamed, namesOf, objectOf } from "./act-objects.ts";

type Filters = Omit<ActFilters, "limit" | "offset">;

/** Whether an answer reports a failure. */
const isFailure = (row: "a" | "n") =>
  sql<boolean>`(${sql.ref(`${row}.code`)} is not null or coalesce(${sql.ref(`${row}.status`)}, 0) >= 400)`;

const outcome = sql<string>`case
  when a.phase = 'denied' then 'refused'
  when a.phase = 'event' then case when ${isFailure("a")} then 'failed' else 'ok' end
  when n.seq is not null then case when ${isFailure("n")} then 'failed' else 'ok' end
  when u.seq is not null then 'unknown'
  when w.request_id is not null then 'running'
  else 'unknown' end`;

/** The row with the outcome of the act whose first row is `a`: that row itself where older ones were deleted. */
const rowOf = (phase: "answered" | "unknown") => sql<number>`(
  select min(e.seq) from audit e where e.request_id = a.request_id and e.action = a.action
    and e.seq >= a.seq and e.phase = ${sql.lit(phase)} and a.phase not in ('event', 'denied'))`;

/** Every act once, by its first row `a`, with the rows of its answer `n` and of its unknown outcome `u`. */
const joined = (db: Database) =>
  db
    .selectFrom("audit as a")
    .leftJoin("audit as n", (join) => join.on("n.seq", "=", rowOf("answered")))
    .leftJoin("audit as u", (join) => join.on("u.seq", "=", rowOf("unknown")))
    .leftJoin("acts as w", (join) =>
      join.onRef("w.request_id", "=", "a.request_id").on("w.ended_at_ms", "is", null),
    )
    .where(sql<boolean>`(a.phase not in ('answered', 'unknown') or not exists (
      select 1 from audit e where e.request_id = a.request_id and e.action = a.action and e.seq < a.seq))`);

const epochMs = (text: string, nowMs: number) => Number(sinceEpochNs(text, nowMs) / 1_000_000n);

function matching(db: Database, filters: Filters, nowMs: number) {
  const { actor, action, target, outcome: ended, request_id: requestId, since, until } = filters;
  let query = joined(db);
  if (actor !== undefined) query = query.where("a.actor", "=", actor);
  if (action !== undefined) query = query.where("a.action", "=", action);
  if (requestId !== undefined) query = query.where("a.request_id", "=", requestId);
  if (since !== undefined) query = query.where("a.at_ms", ">=", epochMs(since, nowMs));
  if (until !== undefined) query = query.where("a.at_ms", "<", epochMs(until, nowMs));
  if (ended !== undefined) query = query.where(outcome, "=", ended);
  if (target !== undefined) {
    const contains = (column: string) => containsText(db, sql.ref(column), target);
    query = query.where(sql<boolean>`(
      ${contains("a.target")} or ${contains("n.target")} or ${contains("a.target_name")}
      or ${isNamed(db, sql.ref<string>("a.target"), target)})`);
  }
  return query;
}

const read = (db: Database, filters: Filters, nowMs: number) =>
  matching(db, filters, nowMs)
    .select(["a.seq", "a.at_ms", "a.actor", "a.role", "a.ip", "a.request_id", "a.action", "a.target"])
    .select("a.target_name")
    .select(["a.reason", "a.count", "a.phase", "a.status", "a.code", outcome.as("outcome")])
    .select(["n.seq as n_seq", "n.at_ms as n_at_ms", "n.status as n_status", "n.code as n_code"])
    .select(["n.target as n_target"])
    .select(["u.seq as u_seq", "u.at_ms as u_at_ms", "u.status as u_status", "u.code as u_code"])
    .orderBy("a.seq", "desc");

type Row = Awaited<ReturnType<ReturnType<typeof read>["execute"]>>[number];

/** The rows of an act, in the order written. */
function phasesOf(row: Row): AuditedAct["phases"] {
  const { seq, at_ms, status, code, phase } = row;
  const first = { seq, phase: auditPhase.parse(phase), at_ms, status, code };
  const more = [
    { phase: "unknown" as const, seq: row.u_seq, at_ms: row.u_at_ms, status: row.u_status, code: row.u_code },
    {
      phase: "answered" as const,
      seq: row.n_seq,
      at_ms: row.n_at_ms,
      status: row.n_status,
      code: row.n_code,
    },
  ];
  const written = more.flatMap(({ seq: at, at_ms: atMs, ...rest }) =>
    at === null || atMs === null || at === seq ? [] : [{ ...rest, seq: at, at_ms: atMs }],
  );
  return [first, ...written].sort((a, b) => a.seq - b.seq);
}

function actOf(row: Row, name: string | null, object: ReturnType<typeof objectOf>): AuditedAct {
  const { seq, at_ms, actor, role, ip, request_id, action, target, reason, count } = row;
  const phases = phasesOf(row);
  const end = phases.findLast(({ phase }) => phase === "answered") ?? phases.at(-1);
  return {
    ...{ seq, at_ms, actor, role, ip, request_id, action, target, reason, count },
    outcome: actOutcome.parse(row.outcome),
    status: end?.status ?? null,
    code: end?.code ?? null,
    duration_ms: end === undefined || end.seq === seq ? null : Math.max(0, end.at_ms - at_ms),
    object: object === undefined ? null : { ...object, name },
    phases,
  };
}

async function withNames(db: Database, rows: readonly Row[]): Promise<AuditedAct[]> {
  const objects = rows.map(({ action, target, n_target: made }) => objectOf(action, target, made));
  const unnamed = objects.filter((_, at) => rows[at]?.target_name === null);
  const names = await namesOf(
    db,
    unnamed.filter((object) => object !== undefined),
  );
  return rows.map((row, at) => {
    const object = objects[at];
    const name = row.target_name ?? (object && names.get(`${object.kind} ${object.id}`)) ?? null;
    return actOf(row, name, object);
  });
}

/** A page of the acts that match, newest first; paged by act. `nowMs` is where durations in `since` begin. */
export async function listActs(
  db: Database,
  { limit = pageLimit.standard, offset = 0, ...filters }: ActFilters,
  nowMs: number,
): Promise<{ acts: AuditedAct[]; limit: number; offset: number; hasMore: boolean }> {
  const rows = await read(db, filters, nowMs)
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return { acts: await withNames(db, rows.slice(0, limit)), limit, offset, hasMore: rows.length > limit };
}

const actsPerPart = 500;

/** The newest acts that match, at most `atMost`, in parts that are read one after another. */
export async function* matchingActs(
  db: Database,
  filters: Filters,
  { nowMs, atMost }: { nowMs: number; atMost: number },
): AsyncGenerator<AuditedAct[]> {
  let before: number | undefined;
  for (let left = atMost; left > 0; ) {
    const query = read(db, filters, nowMs).limit(Math.min(actsPerPart, left));
    const rows = await (before === undefined ? query : query.where("a.seq", "<", before)).execute();
    if (rows.length === 0) return;
    yield await withNames(db, rows);
    left -= rows.length;
    before = rows.at(-1)?.seq;
  }
}
