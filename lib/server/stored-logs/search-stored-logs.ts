// Searches the lines of stored logs, newest chunks first: first those that may still grow, which are not indexed, then
// those that the index names. Each answer reads a bounded number of chunks; the cursor continues behind them.
import { sql } from "kysely";
import type { Topic } from "../../bff/live.ts";
import type { FoundLine, FoundLog, LogSearchAnswer, LogSearchQuery } from "../../bff/log-search.ts";
import { logSearchLimit } from "../../bff/log-search.ts";
import { readSearchQuery, type SearchQuery, sinceMs } from "../../bff/log-search-query.ts";
import { InvalidInput } from "../../contract/request.ts";
import { type Database, dialectOf } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { findNames } from "../inventory/resources.ts";
import { statusesOfInvocations } from "../invocations/recent-invocations.ts";
import { badCursor } from "../kernel/problem.ts";
import { encodedEntries, entriesWith, readLine } from "./chunk-format.ts";
import { type LineMatcher, lineMatcher } from "./match-line.ts";
import { searchedLines } from "./searched-line.ts";
import { mayMatch, withWordIndex } from "./stored-log-index.ts";
import { noLongerStored } from "./stored-log-writes.ts";

/** The most chunks that one answer reads, and how many are fetched at a time. */
export const searchBounds = { chunks: 150, fetched: 25 } as const;

/** The part that is searched, and the id of the last chunk read in it; `line`: from which line on, if not all. */
interface Position {
  part: "growing" | "indexed";
  id: number;
  line?: number;
}

/** Above every id, with as many digits as a cursor may have. */
const beyondIds = 999_999_999_999_999;

const encodeCursor = ({ part, id, line }: Position): string =>
  [part, id, ...(line === undefined ? [] : [line])].join(".");

/** Throws a Problem (400) for an invalid cursor. */
function decodeCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return { part: "growing", id: beyondIds };
  const [, part, id, line] = /^(growing|indexed)\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(cursor) ?? [];
  if (part === "growing" || part === "indexed")
    return { part, id: Number(id), ...(line === undefined ? {} : { line: Number(line) }) };
  throw badCursor();
}

/** The query in the input; throws InvalidInput with the character at which it cannot be read. */
function parsedQuery(q: string): SearchQuery {
  const read = readSearchQuery(q);
  if (!("message" in read)) return read;
  throw new InvalidInput([{ path: "query.q", message: `at character ${read.at + 1}: ${read.message}` }]);
}

/**
 * Lines that match, at most `limit`, and the logs they are of. Throws InvalidInput for a query that cannot be read and a
 * Problem 400 for a bad cursor.
 */
export async function searchStoredLogs(
  db: Database,
  { q, cursor, limit = logSearchLimit }: LogSearchQuery,
  nowMs: number,
): Promise<LogSearchAnswer> {
  const query = parsedQuery(q);
  const since = query.filters.since?.map((text) => sinceMs(text, nowMs) ?? 0);
  const search: Search = {
    db,
    query,
    fromMs: since === undefined ? undefined : Math.min(...since),
    matcher: lineMatcher(query),
  };
  const found = await searchPart(search, decodeCursor(cursor), limit, nowMs);
  return { ...found, logs: await logsOf(db, found.lines) };
}

/**
 * Everything after this was searched: the newest time in what is left, `lineMs` of which is in the chunk at the position.
 * While the part that still grows is searched, nothing else was. A chunk that grew for long is older by its id than by
 * its last line.
 */
async function reachOf(
  db: Database,
  { part, id }: Position,
  lineMs: number | null,
  nowMs: number,
): Promise<number | null> {
  if (part === "growing") return nowMs;
  const left = await db
    .selectFrom("stored_log_chunks")
    .select(({ fn }) => fn.max("last_ms").as("ms"))
    .where("indexed", "=", 1)
    .where("id", "<", id)
    .executeTakeFirstOrThrow();
  return lineMs === null && left.ms === null ? null : Math.max(lineMs ?? 0, Number(left.ms ?? 0));
}

/** The lines from a position on, until there are `limit` or the bound of an answer is reached. */
async function searchPart(
  search: Search,
  start: Position,
  limit: number,
  nowMs: number,
): Promise<Omit<LogSearchAnswer, "logs">> {
  const lines: FoundLine[] = [];
  let rest = searchBounds.chunks;
  for (let at: Position | undefined = start; at !== undefined; at = afterPart(at)) {
    const ids = await candidateIds(search, at, rest);
    for (let from = 0; from < ids.length; from += searchBounds.fetched) {
      for (const chunk of await chunksOf(search.db, ids.slice(from, from + searchBounds.fetched))) {
        const matching = matchingLines(search, chunk, chunk.id === at.id ? at.line : undefined);
        const room = limit - lines.length;
        lines.push(...matching.slice(-room));
        if (lines.length < limit) continue;
        // Earlier ones of this chunk are for the next answer.
        const next = matching.length > room ? matching.at(-room) : undefined;
        const reached = {
          part: at.part,
          id: chunk.id,
          ...(next === undefined ? {} : { line: next.line }),
        };
        return {
          lines,
          next_cursor: encodeCursor(reached),
          searched_to_ms: await reachOf(search.db, reached, next ? Date.parse(next.at) : null, nowMs),
        };
      }
    }
    rest -= ids.length;
    const last = ids.at(-1);
    if (rest > 0 || last === undefined) continue;
    const reached = { part: at.part, id: last };
    return {
      lines,
      next_cursor: encodeCursor(reached),
      searched_to_ms: await reachOf(search.db, reached, null, nowMs),
    };
  }
  return { lines, next_cursor: null, searched_to_ms: null };
}

const afterPart = ({ part }: Position): Position | undefined =>
  part === "growing" ? { part: "indexed", id: beyondIds } : undefined;

interface Search {
  db: Database;
  query: SearchQuery;
  fromMs: number | undefined;
  matcher: LineMatcher;
}

interface FetchedChunk {
  id: number;
  log_id: number;
  topic: Topic;
  first_line: number;
  data: Uint8Array;
}

/** The ids of the next chunks that may have lines of the search, newest first. */
async function candidateIds(
  { db, query, fromMs }: Search,
  { part, id, line }: Position,
  limit: number,
): Promise<number[]> {
  const { filters } = query;
  const isCandidate = part === "growing" ? sql<boolean>`chunk.indexed = 0` : mayMatch(dialectOf(db), query);
  const after = fromMs === undefined ? sql`` : sql`and (chunk.last_ms is null or chunk.last_ms >= ${fromMs})`;
  const ofLog = (["app", "action", "version", "session"] as const).flatMap((filter) => {
    const values = filters[filter];
    return values === undefined ? [] : [sql`${sql.ref(logColumns[filter])} in (${sql.join(values)})`];
  });
  const inLog =
    ofLog.length === 0
      ? sql``
      : sql`and chunk.log_id in (select id from stored_logs as log where ${sql.join(ofLog, sql` and `)})`;
  const ids = sql<{ id: number }>`
    select chunk.id from stored_log_chunks as chunk
    where ${isCandidate} and chunk.id < ${line === undefined ? id : id + 1} ${after} ${inLog}
    order by chunk.id desc limit ${limit}`;
  const { rows } = await withWordIndex(db, dialectOf(db), (trx) => ids.execute(trx));
  return rows.map((row) => row.id);
}

/** Chunks in the order of their ids in `ids`; a chunk that was deleted meanwhile is left out. */
async function chunksOf(db: Database, ids: readonly number[]): Promise<FetchedChunk[]> {
  return await db
    .selectFrom("stored_log_chunks as chunk")
    .innerJoin("stored_logs as log", "log.id", "chunk.log_id")
    .select(["chunk.id", "log_id", "topic", "chunk.first_line", "data"])
    .where("chunk.id", "in", ids)
    .orderBy("chunk.id", "desc")
    .execute();
}

const logColumns = {
  app: "log.app_name",
  action: "log.action_name",
  version: "log.version",
  session: "log.session_id",
} as const;

/** The lines of a chunk that match, of those before the line `before`. */
function matchingLines(
  { matcher, fromMs }: Search,
  chunk: FetchedChunk,
  before = Number.POSITIVE_INFINITY,
): FoundLine[] {
  const found: FoundLine[] = [];
  const { asStored, read } = searchedLines(chunk.topic);
  const entries =
    asStored && matcher.jsonParts.length > 0
      ? entriesWith(chunk.data, chunk.first_line, matcher.jsonParts)
      : encodedEntries(chunk.data, chunk.first_line);
  for (const { json, kind, line } of entries) {
    if (kind === "gap" || line >= before) continue;
    const { at, text } = readLine(json);
    if (fromMs !== undefined && Date.parse(at) < fromMs) continue;
    const shown = read(text);
    if (shown === undefined || !matcher.matches(shown.text)) continue;
    const view = shown.view === undefined ? {} : { view: shown.view };
    found.push({ log_id: chunk.log_id, line, at, text: shown.text, ...view });
  }
  return found;
}

/** Whether the browser of a log has ended: by its record where the log may still go on, or ended only by the settings. */
function hasEnded(
  { ended_at_ms: endedMs, end_reason: reason }: { ended_at_ms: number | null; end_reason: string | null },
  session: { ended_at_ms: number | null } | undefined,
): boolean {
  const isOpen = endedMs === null || reason === noLongerStored;
  return (isOpen && session !== undefined ? session.ended_at_ms : endedMs) !== null;
}

async function logsOf(db: Database, lines: readonly FoundLine[]): Promise<FoundLog[]> {
  const ids = [...new Set(lines.map(({ log_id: id }) => id))];
  const logs = await inBatches(ids, (part) =>
    db
      .selectFrom("stored_logs")
      .select(["id", "topic", "session_id", "invocation_id", "app_name", "action_name", "version"])
      .select(["ended_at_ms", "end_reason"])
      .where("id", "in", part)
      .execute(),
  );
  const statuses = await statusesOfInvocations(
    db,
    logs.flatMap(({ invocation_id: id }) => id ?? []),
  );
  const sessions = await findNames(
    db,
    "session",
    logs.flatMap(({ session_id: id }) => id ?? []),
  );
  return logs.map(({ end_reason, ...log }) => {
    const session = sessions.get(log.session_id ?? "");
    return {
      ...log,
      session_name: session?.name ?? null,
      session_ended: log.session_id === null ? null : hasEnded({ ...log, end_reason }, session),
      status: statuses.get(log.invocation_id ?? "") ?? null,
    };
  });
}
