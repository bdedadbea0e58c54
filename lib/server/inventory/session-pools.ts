// The pools of browser sessions.
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { linksBetween } from "./resource-links.ts";

/** Ids and names of the pools that each session was acquired from, by session id; sessions of no pool are not in it. */
export async function poolsOfSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const links = await linksBetween(db, ["pool", "session"], "to_id", sessionIds);
  // Links refer to a pool by its id or by its name.
  const known = await inBatches([...new Set(links.map(({ from_id: id }) => id))], (part) =>
    db
      .selectFrom("resources")
      .select(["id", "name"])
      .where("kind", "=", "pool")
      .where((each) => each.or([each("id", "in", part), each("name", "in", part)]))
      .execute(),
  );
  const namesOf = (linked: string) => [
    linked,
    ...known.flatMap(({ id, name }) => (id === linked || name === linked ? [id, name ?? id] : [])),
  ];
  const bySession = Map.groupBy(links, ({ to_id: sessionId }) => sessionId);
  return new Map(
    [...bySession].map(([sessionId, own]) => [
      sessionId,
      [...new Set(own.flatMap(({ from_id: linked }) => namesOf(linked)))],
    ]),
  );
}
