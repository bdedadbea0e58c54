// Acts as the audit has them: its rows joined by request and operation when they are read; the chain stays as it is.
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import {
  type ActFilters,
  type ActListQuery,
  type AuditedAct,
  actOutcome,
  auditPhase,
  idInTarget,
  targetInPool,
} from "../../bff/audit.ts";
import { pageLimit } from "../../contract/paging.ts";
import { sinceEpochMs } from "../../contract/since.ts";
import type { Database } from "../db/database.ts";
import { containsText } from "../db/lower-case.ts";
import { foldBatches, isFirstOfBatch } from "./act-batches.ts";
import { idsNamed, namesOf, objectOf } from "./act-objects.ts";
import { joined, outcome } from "./joined-acts.ts";

type Filters = Omit<ActFilters, "limit" | "offset">;

/** Filters, with the ids of the objects that are called as `target` says. */
interface Search extends Filters {
  named: readonly string[];
}

function matching(db: Database, filters: Search, nowMs: number) {
  const { actor, action, target, outcome: ended, request_id: requestId, batch_id, since, until } = filters;
  let query = joined(db);
  if (actor !== undefined) query = query.where("a.actor", "=", actor);
  if (action !== undefined) query = query.where("a.action", "=", action);
  if (requestId !== undefined) query = query.where("a.request_id", "=", requestId);
  if (batch_id !== undefined) query = query.where("a.batch_id", "=", batch_id);
  if (since !== undefined) query = query.where("a.at_ms", ">=", sinceEpochMs(since, nowMs));
  if (until !== undefined) query = query.where("a.at_ms", "<", sinceEpochMs(until, nowMs));
  if (ended !== undefined) query = query.where(outcome, "=", ended);
  if (target !== undefined) {
    const contains = (column: string) => containsText(db, sql.ref(column), target);
    const isNamed = filters.named.length === 0 ? sql`1 = 0` : sql`a.target in (${sql.join(filters.named)})`;
    // Of the first row alone, so that the others are read for few acts.
    query = query.where(sql<boolean>`(
      ${contains("a.target")} or ${contains("a.target_name")} or ${isNamed}
      or a.phase = 'intended' and exists (
        select 1 from audit e where e.request_id = a.request_id and e.action = a.action and e.seq > a.seq
          and e.phase = 'answered' and ${contains("e.target")}))`);
  }
  return query;
}

const read = (db: Database, filters: Search, nowMs: number) =>
  matching(db, filters, nowMs)
    .select(["a.seq", "a.at_ms", "a.actor", "a.role", "a.ip", "a.request_id", "a.action", "a.target"])
    .select(["a.target_name", "a.batch_id"])
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

/** What an act is of. What was uploaded, and which browser a pool gave, is known only when the answer is recorded. */
function targetOf({ action, target, n_target: answered }: Row): string {
  if (answered === null || answered === target) return target;
  if (target === "" || idInTarget(answered) === target) return answered;
  return action === "acquireBrowser" ? targetInPool(target, answered) : target;
}

function actOf(row: Row, name: string | null, object: ReturnType<typeof objectOf>): AuditedAct {
  const { seq, at_ms, actor, role, ip, request_id, action, reason, count } = row;
  const phases = phasesOf(row);
  const end = phases.findLast(({ phase }) => phase === "answered") ?? phases.at(-1);
  return {
    seq,
    at_ms,
    actor,
    role,
    ip,
    request_id,
    action,
    target: targetOf(row),
    reason,
    count,
    outcome: actOutcome.parse(row.outcome),
    status: end?.status ?? null,
    code: end?.code ?? null,
    duration_ms: end === undefined || end.seq === seq ? null : Math.max(0, end.at_ms - at_ms),
    object: object === undefined ? null : { ...object, name },
    ...(row.batch_id !== null && { batch_id: row.batch_id }),
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

/** Whether the batches that match are single items: a filter finds all of their acts, or none. */
const folds = ({ fold = false, outcome: ended, target, request_id, batch_id }: ActListQuery) =>
  fold && [ended, target, request_id, batch_id].every((filter) => filter === undefined);

/** How many rows of the audit a statement goes through: the embedded file blocks the process while one runs. */
const rowsPerStatement = 10_000;
const actsPerPart = 500;

/**
 * The numbers of the first and the last row in the time of a filter; undefined where there is none. Where the clock was set
 * back in between, rows are in another order than their times: the next ones in time count.
 */
async function rowsWithin(db: Database, { since, until }: Filters, nowMs: number) {
  // A query each, as SQLite finds the end of an index for one alone.
  const end = (which: "min" | "max") => sql<number | null>`${sql.raw(which)}(seq)`.as("seq");
  const near = db.selectFrom("audit").select("seq").limit(rowsPerStatement);
  const from =
    since === undefined
      ? db.selectFrom("audit").select(end("min"))
      : db
          .selectFrom(near.where("at_ms", ">=", sinceEpochMs(since, nowMs)).orderBy("at_ms").as("after"))
          .select(end("min"));
  const to =
    until === undefined
      ? db.selectFrom("audit").select(end("max"))
      : db
          .selectFrom(
            near.where("at_ms", "<", sinceEpochMs(until, nowMs)).orderBy("at_ms", "desc").as("before"),
          )
          .select(end("max"));
  const { seq: first } = await from.executeTakeFirstOrThrow();
  const { seq: last } = await to.executeTakeFirstOrThrow();
  return first === null || last === null ? undefined : { first, last };
}

/**
 * The acts that match, newest first, at most `atMost`, in parts that are read one after another. What few acts match is looked
 * for in the whole audit: others get their turn in between, and it ends when the requester has left. `isFolded`: of a batch the
 * first act alone.
 */
async function* matchingRows(
  db: Database,
  filters: Filters,
  {
    nowMs,
    atMost,
    isFolded = false,
    signal,
  }: { nowMs: number; atMost: number; isFolded?: boolean; signal?: AbortSignal | undefined },
): AsyncGenerator<Row[]> {
  const within = await rowsWithin(db, filters, nowMs);
  if (within === undefined) return;
  const { target, request_id: requestId, batch_id: batchId, since } = filters;
  const search = { ...filters, named: target === undefined ? [] : await idsNamed(db, target) };
  const sinceMs = since === undefined ? 0 : sinceEpochMs(since, nowMs);
  // These have an index.
  const step = requestId === undefined && batchId === undefined ? rowsPerStatement : Number.POSITIVE_INFINITY;
  let left = atMost;
  for (let to = within.last; left > 0 && to >= within.first && signal?.aborted !== true; ) {
    const from = Math.max(within.first, to - step + 1);
    const limit = Math.min(left, actsPerPart);
    const query = read(db, search, nowMs).where("a.seq", ">=", from).where("a.seq", "<=", to).limit(limit);
    const rows = await (isFolded ? query.where(isFirstOfBatch(sinceMs)) : query).execute();
    const last = rows[limit - 1];
    to = (last?.seq ?? from) - 1;
    left -= rows.length;
    if (rows.length > 0) yield rows;
    await nextTurn();
  }
}

/** A page of the acts that match, newest first; paged by item. `nowMs` is where durations in `since` begin. */
export async function listActs(
  db: Database,
  listed: ActListQuery,
  nowMs: number,
  signal?: AbortSignal,
): Promise<{ acts: AuditedAct[]; limit: number; offset: number; hasMore: boolean }> {
  const { limit = pageLimit.standard, offset = 0, fold: _, ...filters } = listed;
  const isFolded = folds(listed);
  const rows: Row[] = [];
  let skipped = 0;
  for await (const part of matchingRows(db, filters, {
    nowMs,
    atMost: offset + limit + 1,
    isFolded,
    signal,
  })) {
    const before = Math.min(part.length, offset - skipped);
    skipped += before;
    rows.push(...part.slice(before));
  }
  const acts = await withNames(db, rows.slice(0, limit));
  return {
    acts: isFolded ? await foldBatches(db, acts) : acts,
    limit,
    offset,
    hasMore: rows.length > limit,
  };
}

/** The newest acts that match, at most `atMost`, in parts that are read one after another. */
export async function* matchingActs(
  db: Database,
  filters: Filters,
  options: { nowMs: number; atMost: number },
): AsyncGenerator<AuditedAct[]> {
  for await (const rows of matchingRows(db, filters, options)) yield await withNames(db, rows);
}
