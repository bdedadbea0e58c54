import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { searchRuns } from "@/lib/server/store/run-search";
import { sessionsOfRuns } from "@/lib/server/store/run-sessions";
import { completenessOf } from "@/lib/server/watch/completeness";
import { runsWatched } from "@/lib/server/watch/watch-room";

const standardLimit = 50;

export const GET = defineRoute(ownOperations.searchRunHistory, {
  handler: async ({ input }) => {
    runsWatched();
    const asked = input.query ?? {};
    const db = database();
    const { rows, nextCursor, searchedToMs } = await searchRuns(db, asked, asked.limit ?? standardLimit);
    const sessions = await sessionsOfRuns(
      db,
      rows.map(({ id }) => id),
    );
    const runs = rows.map(({ open, first_seen_ms: _, sessions_at_ms: __, ...run }) => ({
      ...run,
      open: open === 1,
      sessions: sessions.get(run.id) ?? [],
    }));
    const known = await completenessOf(db, asked.since_ms ?? 0, asked.until_ms ?? Date.now());
    return {
      status: 200,
      body: { runs, next_cursor: nextCursor, searched_to_ms: searchedToMs, ...known },
    };
  },
});
