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

/** As many are told of a pool at most, the last seen of them. */
export const seenSessionsMost = 200;

interface SeenSession {
  id: string;
  lastSeenMs: number;
  facts: Record<string, unknown>;
}

/** Sessions linked to the pool (by its id or its name) in either direction, seen since then and not known to have ended.
 *  A pin alone is no sighting. */
export async function readSeenSessions(
  db: Database,
  poolIds: readonly string[],
  sinceMs: number,
): Promise<SeenSession[]> {
  // The database joins: a pool that is used for a month has had more sessions than a statement takes ids.
  const seenBy = async (pool: "from" | "to", session: "from" | "to") =>
    await db
      .selectFrom("seen_links")
      .innerJoin("seen", "seen.id", `seen_links.${session}_id`)
      .select(["seen.id", "seen.last_seen_ms", "facts"])
      .distinct()
      .where(`${pool}_kind`, "=", "pool")
      .where(`${pool}_id`, "in", [...poolIds])
      .where(`${session}_kind`, "=", "session")
      .where("seen.kind", "=", "session")
      .where("source", "<>", "pinned")
      .where("ended_at_ms", "is", null)
      .where("seen.last_seen_ms", ">=", sinceMs)
      .orderBy("seen.last_seen_ms", "desc")
      .orderBy("seen.id")
      .limit(seenSessionsMost)
      .execute();
  const rows = [...(await seenBy("from", "to")), ...(await seenBy("to", "from"))];
  const sessions = new Map(
    rows.map(({ id, last_seen_ms: lastSeenMs, facts }): [string, SeenSession] => [
      id,
      { id, lastSeenMs, facts: factsOf(facts) },
    ]),
  );
  return [...sessions.values()].sort((a, b) => b.lastSeenMs - a.lastSeenMs).slice(0, seenSessionsMost);
}
