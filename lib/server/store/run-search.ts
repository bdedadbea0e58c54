// Reads the mirror: newest first, by keyset, each read bounded. What an index cannot narrow is looked through for a
// bounded number of rows at a time; the answer says how far that was, and the cursor goes on from there.
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import type { RunHistoryQuery } from "../../bff/run-history.ts";
import { Problem } from "../problem.ts";
import type { Database } from "./database.ts";
import type { RunRow } from "./run-rows.ts";
import type { Tables } from "./tables.ts";

/** Rows that one answer looks through at most. Texts are longer to look through. */
export const lookedThrough = { plain: 12_000, text: 2_400 } as const;

const place = z.tuple([z.number(), z.string()]);
type Place = z.infer<typeof place>;

const cursorOf = (at: Place): string => Buffer.from(JSON.stringify(at)).toString("base64url");

/** Throws 400 for what is no cursor of ours. */
function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new Problem(400, "bad_cursor", "The cursor is not one of an answer: start again without it.");
  }
}

type Runs = SelectQueryBuilder<Tables, "runs", Record<never, never>>;

interface Narrowing {
  apply: (query: Runs) => Runs;
  /** Filters that the narrowing holds already. */
  holds: ReadonlySet<keyof RunHistoryQuery>;
}

const only = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** The index that narrows most, as one or several reads whose answers are merged. */
function narrowings(asked: RunHistoryQuery): Narrowing[] {
  const app = only(asked.app);
  const action = only(asked.action);
  const version = only(asked.version);
  const { reason_key: reasonKey, status } = asked;
  if (reasonKey !== undefined)
    return [{ apply: (query) => query.where("reason_key", "=", reasonKey), holds: new Set(["reason_key"]) }];
  if (app !== undefined && action !== undefined) {
    const apply = (query: Runs) => query.where("app_name", "=", app).where("action_name", "=", action);
    return [{ apply, holds: new Set(["app", "action"]) }];
  }
  if (version !== undefined)
    return [{ apply: (query) => query.where("version", "=", version), holds: new Set(["version"]) }];
  if (status !== undefined)
    return status.map((each) => ({
      apply: (query: Runs) => query.where("status", "=", each),
      holds: new Set(["status"] as const),
    }));
  if (app !== undefined)
    return [{ apply: (query) => query.where("app_name", "=", app), holds: new Set(["app"]) }];
  return [{ apply: (query) => query, holds: new Set() }];
}

const columns = {
  status: "status",
  app: "app_name",
  action: "action_name",
  version: "version",
} as const;
const filterNames = ["status", "app", "action", "version"] as const;

function remaining(db: Kysely<Tables>, asked: RunHistoryQuery, holds: Narrowing["holds"]) {
  return (query: Runs): Runs => {
    let next = query;
    for (const name of filterNames) {
      const column = columns[name];
      const wanted = asked[name];
      const unwanted = asked[`not_${name}`];
      // As an expression, so that no other index than the one that bounds the read is taken for it.
      if (wanted !== undefined && !holds.has(name))
        next = next.where(sql<string>`${sql.ref(column)} || ''`, "in", wanted);
      if (unwanted !== undefined) next = next.where(column, "not in", unwanted);
    }
    const { min_duration_ms: least, max_duration_ms: most, text, session_id: session } = asked;
    if (asked.reason_key !== undefined && !holds.has("reason_key"))
      next = next.where("reason_key", "=", asked.reason_key);
    if (least !== undefined) next = next.where("duration_ms", ">=", least);
    if (most !== undefined) next = next.where("duration_ms", "<=", most);
    if (session !== undefined)
      next = next.where(
        "id",
        "in",
        db.selectFrom("run_sessions").select("run_id").where("session_id", "=", session),
      );
    if (text !== undefined) {
      const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
      const parts = sql<string>`lower(coalesce(reason, '') || '\n' || coalesce(payload_head, '') || '\n' || coalesce(output_head, ''))`;
      next = next.where(sql<boolean>`${parts} like ${pattern} escape '\\'`);
    }
    return next;
  };
}

interface Found {
  rows: RunRow[];
  /** Behind the last row that was looked at; undefined: everything was. */
  stoppedAt: Place | undefined;
}

const inOrder = (a: RunRow, b: RunRow) => b.started_at_ms - a.started_at_ms || (a.id < b.id ? 1 : -1);

const isResidual = (asked: RunHistoryQuery, holds: Narrowing["holds"]) =>
  filterNames.some(
    (name) => (asked[name] !== undefined && !holds.has(name)) || asked[`not_${name}`] !== undefined,
  ) ||
  asked.min_duration_ms !== undefined ||
  asked.max_duration_ms !== undefined ||
  asked.text !== undefined;

async function readOne(
  db: Database,
  asked: RunHistoryQuery,
  { apply, holds }: Narrowing,
  behind: Place | undefined,
  limit: number,
): Promise<Found> {
  const window = (query: Runs): Runs => {
    let next = apply(query);
    if (asked.since_ms !== undefined) next = next.where("started_at_ms", ">=", asked.since_ms);
    if (asked.until_ms !== undefined) next = next.where("started_at_ms", "<", asked.until_ms);
    if (behind !== undefined) {
      const [startedAtMs, id] = behind;
      // The first says where the index begins, the second what of one moment is behind.
      next = next
        .where("started_at_ms", "<=", startedAtMs)
        .where((each) => each.or([each("started_at_ms", "<", startedAtMs), each("id", "<", id)]));
    }
    return next.orderBy("started_at_ms", "desc").orderBy("id", "desc");
  };
  if (!isResidual(asked, holds)) {
    const rows = await window(db.selectFrom("runs"))
      .selectAll()
      .limit(limit + 1)
      .execute();
    const last = rows[limit - 1];
    const more = rows.length > limit && last !== undefined;
    return { rows: rows.slice(0, limit), stoppedAt: more ? [last.started_at_ms, last.id] : undefined };
  }
  const bound = asked.text === undefined ? lookedThrough.plain : lookedThrough.text;
  const edge = await window(db.selectFrom("runs"))
    .select(["started_at_ms", "id"])
    .offset(bound)
    .limit(1)
    .executeTakeFirst();
  let query = window(db.selectFrom("runs"));
  if (edge !== undefined)
    query = query
      .where("started_at_ms", ">=", edge.started_at_ms)
      .where((each) => each.or([each("started_at_ms", ">", edge.started_at_ms), each("id", ">=", edge.id)]));
  const rows = await remaining(
    db,
    asked,
    holds,
  )(query)
    .selectAll()
    .limit(limit + 1)
    .execute();
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined)
    return { rows: rows.slice(0, limit), stoppedAt: [last.started_at_ms, last.id] };
  return { rows, stoppedAt: edge && [edge.started_at_ms, edge.id] };
}

async function ofSession(db: Database, asked: RunHistoryQuery, limit: number): Promise<Found> {
  const behind = placeOf(asked.cursor);
  const rows = await remaining(
    db,
    asked,
    new Set(),
  )(db.selectFrom("runs"))
    .selectAll()
    .orderBy("started_at_ms", "desc")
    .orderBy("id", "desc")
    .execute();
  const within = rows.filter(
    (row) =>
      row.started_at_ms >= (asked.since_ms ?? 0) &&
      row.started_at_ms < (asked.until_ms ?? Number.POSITIVE_INFINITY) &&
      (behind === undefined ||
        row.started_at_ms < behind[0] ||
        (row.started_at_ms === behind[0] && row.id < behind[1])),
  );
  const last = within[limit - 1];
  return {
    rows: within.slice(0, limit),
    stoppedAt: within.length > limit && last !== undefined ? [last.started_at_ms, last.id] : undefined,
  };
}

const newerPlace = (a: Place, b: Place): Place => (a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]) ? a : b);

/** One page of runs, newest first; throws 400 for a cursor that is none. */
export async function searchRuns(
  db: Database,
  asked: RunHistoryQuery,
  limit: number,
): Promise<{ rows: RunRow[]; nextCursor: string | null; searchedToMs: number | null }> {
  const behind = placeOf(asked.cursor);
  const found =
    asked.session_id === undefined
      ? await Promise.all(narrowings(asked).map((each) => readOne(db, asked, each, behind, limit)))
      : [await ofSession(db, asked, limit)];
  // Several reads reach differently far: what is behind the nearest end of them is for the next page.
  const ends = found.flatMap(({ stoppedAt }) => (stoppedAt === undefined ? [] : [stoppedAt]));
  const [first, ...others] = ends;
  const end = first && others.reduce(newerPlace, first);
  const merged = found.flatMap(({ rows }) => rows).sort(inOrder);
  const within = merged.filter(
    (row) =>
      end === undefined || row.started_at_ms > end[0] || (row.started_at_ms === end[0] && row.id >= end[1]),
  );
  const rows = within.slice(0, limit);
  const last = rows.at(-1);
  const cut = within.length > limit && last !== undefined;
  const stop: Place | undefined = cut ? [last.started_at_ms, last.id] : end;
  return {
    rows,
    nextCursor: stop === undefined ? null : cursorOf(stop),
    searchedToMs: stop === undefined ? null : stop[0],
  };
}
