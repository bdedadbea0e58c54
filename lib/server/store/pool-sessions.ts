// The sessions of a pool as the inventory saw them: read here, written by whoever watches.
import { z } from "zod";
import type { Database } from "./database.ts";

const facts = z.record(z.string(), z.unknown());

function factsOf(text: string): Record<string, unknown> {
  try {
    return facts.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Sessions linked to the pool (by its id or its name) in either direction, seen since then and not known to have ended. */
export async function readSeenSessions(
  db: Database,
  poolIds: readonly string[],
  sinceMs: number,
): Promise<{ id: string; lastSeenMs: number; facts: Record<string, unknown> }[]> {
  const links = await db
    .selectFrom("seen_links")
    .select(["from_kind", "from_id", "to_id"])
    .where((where) =>
      where.or([
        where.and([
          where("from_kind", "=", "pool"),
          where("from_id", "in", [...poolIds]),
          where("to_kind", "=", "session"),
        ]),
        where.and([
          where("to_kind", "=", "pool"),
          where("to_id", "in", [...poolIds]),
          where("from_kind", "=", "session"),
        ]),
      ]),
    )
    .execute();
  const ids = [...new Set(links.map((link) => (link.from_kind === "pool" ? link.to_id : link.from_id)))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("seen")
    .select(["id", "last_seen_ms", "facts"])
    .where("kind", "=", "session")
    .where("id", "in", ids.slice(0, 500))
    .where("ended_at_ms", "is", null)
    .where("last_seen_ms", ">=", sinceMs)
    .execute();
  return rows.map((row) => ({ id: row.id, lastSeenMs: row.last_seen_ms, facts: factsOf(row.facts) }));
}
