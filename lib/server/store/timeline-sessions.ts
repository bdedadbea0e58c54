// The browser sessions that were there in a range, as far as any answer told of them.
import { z } from "zod";
import { type TimelineSession, timelineLimits } from "../../bff/timeline.ts";
import type { Database } from "./database.ts";
import type { Lane, TimeRange } from "./timeline-range.ts";

const facts = z.object({
  created_at: z.string().nullish().catch(null),
  proxy_id: z.string().nullish().catch(null),
});

function factsOf(text: string): { createdAtMs: number | undefined; proxyId: string | null } {
  try {
    const read = facts.parse(JSON.parse(text));
    const createdAtMs = Date.parse((read.created_at ?? "").replace(/(\.\d{3})\d+/, "$1"));
    return {
      createdAtMs: Number.isNaN(createdAtMs) ? undefined : createdAtMs,
      proxyId: read.proxy_id ?? null,
    };
  } catch {
    return { createdAtMs: undefined, proxyId: null };
  }
}

async function runsBehind(
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  if (sessionIds.length === 0) return found;
  const rows = await db
    .selectFrom("run_sessions")
    .select(["session_id", "run_id"])
    .where("session_id", "in", [...sessionIds])
    .orderBy("at_ms")
    .orderBy("run_id")
    .execute();
  for (const { session_id: sessionId, run_id: runId } of rows)
    found.set(sessionId, [...(found.get(sessionId) ?? []), runId]);
  return found;
}

/** Sessions that were there in the range, the last begun first. One that nobody said to have ended lasts as long as it was seen. */
export async function readTimelineSessions(
  db: Database,
  { fromMs, toMs }: TimeRange,
): Promise<Lane<TimelineSession>> {
  const rows = await db
    .selectFrom("seen")
    .select(["id", "facts", "first_seen_ms", "last_seen_ms", "ended_at_ms"])
    .where("kind", "=", "session")
    .where((each) => each.or([each("last_seen_ms", ">=", fromMs), each("ended_at_ms", ">=", fromMs)]))
    .execute();
  const there = rows
    .map((row) => {
      const { createdAtMs, proxyId } = factsOf(row.facts);
      const beganMs = Math.min(createdAtMs ?? row.first_seen_ms, row.first_seen_ms);
      return { row, beganMs, endedMs: row.ended_at_ms ?? row.last_seen_ms, proxyId };
    })
    .filter(({ beganMs, endedMs }) => beganMs < toMs && endedMs >= fromMs)
    .sort((a, b) => b.beganMs - a.beganMs || (a.row.id < b.row.id ? 1 : -1));
  const kept = there.slice(0, timelineLimits.sessions);
  const runs = await runsBehind(
    db,
    kept.map(({ row }) => row.id),
  );
  const items = kept.map(({ row, beganMs, proxyId }) => ({
    id: row.id,
    from_ms: beganMs,
    until_ms: row.ended_at_ms,
    last_seen_ms: row.last_seen_ms,
    proxy_id: proxyId,
    runs: runs.get(row.id) ?? [],
  }));
  return { total: there.length, items };
}
