// Searches the recorded invocations, newest first, with keyset paging. Filters without an index scan a bounded number of
// rows per request; the result contains how far the scan reached, and the cursor continues there.
import { type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import type { InvocationHistoryQuery } from "../../bff/invocation-history.ts";
import { byBytes, compareBytes } from "../db/byte-order.ts";
import type { Database } from "../db/database.ts";
import { isFailure } from "../db/is-failure.ts";
import { containsText } from "../db/lower-case.ts";
import type { Tables } from "../db/tables.ts";
import { badCursor } from "../kernel/problem.ts";
import { interruptedKeys } from "./failure-counts.ts";
import type { InvocationRow } from "./invocation-rows.ts";

/** The most rows scanned per request; searching texts costs more per row. */
export const scanLimits = { plain: 12_000, text: 2_400 } as const;

const cursorPosition = z.tuple([z.number(), z.string()]);
type CursorPosition = z.infer<typeof cursorPosition>;

const encodeCursor = (at: CursorPosition): string => Buffer.from(JSON.stringify(at)).toString("base64url");

/** Throws a Problem (400) for an invalid cursor. */
function decodeCursor(cursor: string | undefined): CursorPosition | undefined {
  if (cursor === undefined) return undefined;
  try {
    return cursorPosition.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw badCursor();
  }
}

type Invocations = SelectQueryBuilder<Tables, "invocations", Record<never, never>>;

interface Narrowing {
  apply: (query: Invocations) => Invocations;
  /** Filters that the index already applies. */
  applied: ReadonlySet<keyof InvocationHistoryQuery>;
}

const only = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** The most selective index, as one or several reads whose rows are merged. */
function narrowings(filters: InvocationHistoryQuery): Narrowing[] {
  const app = only(filters.app);
  const action = only(filters.action);
  const version = only(filters.version);
  const { id, reason_key: reasonKey, status } = filters;
  if (id !== undefined) return [{ apply: (query) => query.where("id", "=", id), applied: new Set(["id"]) }];
  if (reasonKey !== undefined)
    return [
      { apply: (query) => query.where("reason_key", "=", reasonKey), applied: new Set(["reason_key"]) },
    ];
  if (app !== undefined && action !== undefined) {
    const apply = (query: Invocations) => query.where("app_name", "=", app).where("action_name", "=", action);
    return [{ apply, applied: new Set(["app", "action"]) }];
  }
  if (version !== undefined)
    return [{ apply: (query) => query.where("version", "=", version), applied: new Set(["version"]) }];
  if (status !== undefined)
    return [...new Set(status)].map((each) => ({
      apply: (query: Invocations) => query.where("status", "=", each),
      applied: new Set(["status"] as const),
    }));
  if (app !== undefined)
    return [{ apply: (query) => query.where("app_name", "=", app), applied: new Set(["app"]) }];
  return [{ apply: (query) => query, applied: new Set() }];
}

const columns = {
  status: "status",
  app: "app_name",
  action: "action_name",
  version: "version",
} as const;
const filterNames = ["status", "app", "action", "version"] as const;

/** What the text filters compare with. */
const searchedText = {
  text: sql<string>`coalesce(reason, '') || '\n' || coalesce(payload_head, '') || '\n' || coalesce(output_head, '')`,
  reason_has: sql<string>`reason`,
  payload_has: sql<string>`payload_head`,
  output_has: sql<string>`output_head`,
  query: sql<string>`id || '\n' || app_name || '\n' || action_name`,
} as const;
const textFilters = ["text", "reason_has", "payload_has", "output_has", "query"] as const;
const isTextSought = (filters: InvocationHistoryQuery) =>
  textFilters.some((name) => filters[name] !== undefined);

/** Filters, with the masked reasons of interrupted invocations where one of the filters is by these. */
interface Search extends InvocationHistoryQuery {
  interruptedKeys: readonly string[];
}

/** Whether an invocation failed for one of these reasons. */
const hasReason = (keys: readonly string[]) =>
  keys.length === 0
    ? sql<boolean>`(1 = 0)`
    : sql<boolean>`(${isFailure} and coalesce(reason_key, '') in (${sql.join(keys)}))`;

function remaining(db: Database, filters: Search, applied: Narrowing["applied"]) {
  return (query: Invocations): Invocations => {
    let next = query;
    for (const name of filterNames) {
      const column = columns[name];
      const included = filters[name];
      const excluded = filters[`not_${name}`];
      // An expression, so that the planner keeps the index that bounds the read.
      if (included !== undefined && !applied.has(name))
        next = next.where(sql<string>`${sql.ref(column)} || ''`, "in", included);
      if (excluded !== undefined) next = next.where(column, "not in", excluded);
    }
    const { id, min_duration_ms: minMs, max_duration_ms: maxMs, session_id: session } = filters;
    if (id !== undefined && !applied.has("id")) next = next.where("id", "=", id);
    if (filters.reason_key !== undefined && !applied.has("reason_key"))
      next = next.where("reason_key", "=", filters.reason_key);
    if (minMs !== undefined) next = next.where("duration_ms", ">=", minMs);
    if (maxMs !== undefined) next = next.where("duration_ms", "<=", maxMs);
    if (filters.interrupted !== undefined) {
      const isInterrupted = hasReason(filters.interruptedKeys);
      next = next.where(filters.interrupted === "yes" ? isInterrupted : sql<boolean>`not ${isInterrupted}`);
    }
    if (session !== undefined)
      next = next.where(
        "id",
        "in",
        db.selectFrom("invocation_sessions").select("invocation_id").where("session_id", "=", session),
      );
    for (const name of textFilters) {
      const sought = filters[name];
      if (sought === undefined) continue;
      next = next.where(containsText(db, searchedText[name], sought));
    }
    return next;
  };
}

interface Found {
  rows: InvocationRow[];
  /** Position after the last scanned row; undefined: everything was scanned. */
  stoppedAt: CursorPosition | undefined;
}

/** The order of the list, by position. */
const inOrder = ([aMs, aId]: CursorPosition, [bMs, bId]: CursorPosition): number =>
  bMs - aMs || compareBytes(bId, aId);

const positionOf = (row: InvocationRow): CursorPosition => [row.started_at_ms, row.id];

const isResidual = (filters: InvocationHistoryQuery, applied: Narrowing["applied"]) =>
  filterNames.some(
    (name) => (filters[name] !== undefined && !applied.has(name)) || filters[`not_${name}`] !== undefined,
  ) ||
  (filters.reason_key !== undefined && !applied.has("reason_key")) ||
  filters.interrupted !== undefined ||
  filters.min_duration_ms !== undefined ||
  filters.max_duration_ms !== undefined ||
  isTextSought(filters);

async function readOne(
  db: Database,
  filters: Search,
  { apply, applied }: Narrowing,
  after: CursorPosition | undefined,
  limit: number,
): Promise<Found> {
  const idOrder = byBytes(db, sql.ref<string>("id"));
  const window = (query: Invocations): Invocations => {
    let next = apply(query);
    if (filters.since_ms !== undefined) next = next.where("started_at_ms", ">=", filters.since_ms);
    if (filters.until_ms !== undefined) next = next.where("started_at_ms", "<", filters.until_ms);
    if (after !== undefined) {
      const [startedAtMs, id] = after;
      // The first condition bounds the index range, the second decides between rows of equal time.
      next = next
        .where("started_at_ms", "<=", startedAtMs)
        .where((each) => each.or([each("started_at_ms", "<", startedAtMs), each(idOrder, "<", id)]));
    }
    return next.orderBy("started_at_ms", "desc").orderBy(idOrder, "desc");
  };
  if (!isResidual(filters, applied)) {
    const rows = await window(db.selectFrom("invocations"))
      .selectAll()
      .limit(limit + 1)
      .execute();
    const last = rows[limit - 1];
    const more = rows.length > limit && last !== undefined;
    return { rows: rows.slice(0, limit), stoppedAt: more ? positionOf(last) : undefined };
  }
  const bound = isTextSought(filters) ? scanLimits.text : scanLimits.plain;
  const edge = await window(db.selectFrom("invocations"))
    .select(["started_at_ms", "id"])
    .offset(bound)
    .limit(1)
    .executeTakeFirst();
  let query = window(db.selectFrom("invocations"));
  if (edge !== undefined)
    query = query
      .where("started_at_ms", ">=", edge.started_at_ms)
      .where((each) =>
        each.or([each("started_at_ms", ">", edge.started_at_ms), each(idOrder, ">=", edge.id)]),
      );
  const rows = await remaining(
    db,
    filters,
    applied,
  )(query)
    .selectAll()
    .limit(limit + 1)
    .execute();
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined)
    return { rows: rows.slice(0, limit), stoppedAt: positionOf(last) };
  return { rows, stoppedAt: edge && [edge.started_at_ms, edge.id] };
}

async function readSession(db: Database, filters: Search, limit: number): Promise<Found> {
  const after = decodeCursor(filters.cursor);
  const rows = await remaining(
    db,
    filters,
    new Set(),
  )(db.selectFrom("invocations"))
    .selectAll()
    .orderBy("started_at_ms", "desc")
    .orderBy(byBytes(db, sql.ref<string>("id")), "desc")
    .execute();
  const within = rows.filter(
    (row) =>
      row.started_at_ms >= (filters.since_ms ?? 0) &&
      row.started_at_ms < (filters.until_ms ?? Number.POSITIVE_INFINITY) &&
      (after === undefined || inOrder(after, positionOf(row)) < 0),
  );
  const last = within[limit - 1];
  return {
    rows: within.slice(0, limit),
    stoppedAt: within.length > limit && last !== undefined ? positionOf(last) : undefined,
  };
}

const newerPosition = (a: CursorPosition, b: CursorPosition): CursorPosition => (inOrder(a, b) < 0 ? a : b);

/**
 * One page of invocations, newest first. `searchedToMs`: the start time down to which rows were scanned; null: all.
 * Throws a Problem (400) for an invalid cursor.
 */
export async function searchInvocations(
  db: Database,
  filters: InvocationHistoryQuery,
  limit: number,
): Promise<{ rows: InvocationRow[]; nextCursor: string | null; searchedToMs: number | null }> {
  const after = decodeCursor(filters.cursor);
  const search: Search = Object.assign({}, filters, {
    interruptedKeys: filters.interrupted === undefined ? [] : await interruptedKeys(db),
  });
  const found =
    filters.session_id === undefined
      ? await Promise.all(narrowings(filters).map((each) => readOne(db, search, each, after, limit)))
      : [await readSession(db, search, limit)];
  // The reads stop at different positions; rows beyond the newest of these belong to the next page.
  const ends = found.flatMap(({ stoppedAt }) => (stoppedAt === undefined ? [] : [stoppedAt]));
  const [first, ...others] = ends;
  const end = first && others.reduce(newerPosition, first);
  const merged = found.flatMap(({ rows }) => rows).sort((a, b) => inOrder(positionOf(a), positionOf(b)));
  const within = merged.filter((row) => end === undefined || inOrder(positionOf(row), end) <= 0);
  const rows = within.slice(0, limit);
  const last = rows.at(-1);
  const cut = within.length > limit && last !== undefined;
  const nextPosition: CursorPosition | undefined = cut ? positionOf(last) : end;
  return {
    rows,
    nextCursor: nextPosition === undefined ? null : encodeCursor(nextPosition),
    searchedToMs: nextPosition === undefined ? null : nextPosition[0],
  };
}
