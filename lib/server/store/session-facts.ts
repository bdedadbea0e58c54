// Which browser sessions were seen with runs, and what was seen to hang on them.
import type { Database } from "./database.ts";
import { inParts } from "./in-parts.ts";

function append(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** The sessions of each of the runs, by the mirror and by what other answers linked. */
export async function sessionsBehind(
  db: Database,
  runIds: readonly string[],
): Promise<Map<string, string[]>> {
  const sessions = new Map<string, string[]>();
  const mirrored = await inParts(runIds, (part) =>
    db.selectFrom("run_sessions").select(["run_id", "session_id"]).where("run_id", "in", part).execute(),
  );
  for (const { run_id: runId, session_id: sessionId } of mirrored) append(sessions, runId, sessionId);
  const linked = await inParts(runIds, (part) =>
    db
      .selectFrom("seen_links")
      .select(["from_id", "to_id"])
      .where("from_kind", "=", "run")
      .where("to_kind", "=", "session")
      .where("from_id", "in", part)
      .execute(),
  );
  for (const { from_id: runId, to_id: sessionId } of linked)
    if (!sessions.get(runId)?.includes(sessionId)) append(sessions, runId, sessionId);
  return sessions;
}

interface SessionFacts {
  /** Sessions whose own record was read. */
  read: ReadonlySet<string>;
  proxy: ReadonlyMap<string, string[]>;
  profile: ReadonlyMap<string, string[]>;
  pool: ReadonlyMap<string, string[]>;
}

/** What hangs on sessions, by session. */
export async function sessionFacts(db: Database, sessionIds: readonly string[]): Promise<SessionFacts> {
  const records = await inParts(sessionIds, (part) =>
    db
      .selectFrom("seen")
      .select("id")
      .where("kind", "=", "session")
      .where("facts", "<>", "{}")
      .where("id", "in", part)
      .execute(),
  );
  const on = { proxy: new Map<string, string[]>(), profile: new Map<string, string[]>() } as const;
  const outward = await inParts(sessionIds, (part) =>
    db
      .selectFrom("seen_links")
      .select(["from_id", "to_kind", "to_id"])
      .where("from_kind", "=", "session")
      .where("from_id", "in", part)
      .execute(),
  );
  for (const { from_id: from, to_kind: kind, to_id: to } of outward)
    if (kind === "proxy" || kind === "profile") append(on[kind], from, to);
  const pool = new Map<string, string[]>();
  const inward = await inParts(sessionIds, (part) =>
    db
      .selectFrom("seen_links")
      .select(["from_id", "to_id"])
      .where("from_kind", "=", "pool")
      .where("to_kind", "=", "session")
      .where("to_id", "in", part)
      .execute(),
  );
  // A pool may have been named by its name or by its id.
  const pools = await db.selectFrom("seen").select(["id", "name"]).where("kind", "=", "pool").execute();
  const idOfName = new Map(pools.flatMap(({ id, name }) => (name === null ? [] : [[name, id] as const])));
  for (const { from_id: from, to_id: to } of inward) append(pool, to, idOfName.get(from) ?? from);
  return { read: new Set(records.map(({ id }) => id)), pool, ...on };
}
