// The acquired sessions of a pool, with what an operator needs to choose which of them to give back.
import "server-only";
import type { AcquiredSession, PoolAcquired } from "../../bff/pool-acquired.ts";
import type { Browser } from "../../contract/browsers.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../store/database.ts";
import { epochMs } from "../store/run-rows.ts";
import { firstSeenInPool, type LastRun, lastRunsOf } from "../store/session-pasts.ts";
import { settleObservations } from "./observe.ts";
import { poolReads, poolsToWorkOut } from "./pool-of-insight.ts";
import { type RunReads, runReads, runsBehind } from "./runs-behind.ts";
import { type PoolNamed, sessionsOfPool } from "./sessions-of-pool.ts";

/** A session that nobody lists any more may be long gone. */
const seenWithinMs = 24 * 3_600_000;

function lastRun({ open, status, ...run }: LastRun): AcquiredSession["run"] {
  // Asked just now, no running run had the session: what was recorded is behind.
  return { ...run, status: open === 1 ? null : status };
}

/** What is known of these sessions, in their order. */
export async function acquiredOf(
  db: Database,
  pool: PoolNamed,
  sessions: readonly Browser[],
  reads?: RunReads,
): Promise<Pick<PoolAcquired, "runs" | "sessions">> {
  const ids = sessions.map(({ session_id }) => session_id);
  const poolIds = pool.name === null ? [pool.id] : [pool.id, pool.name];
  const [behind, last, firstSeen] = await Promise.all([
    runsBehind(db, ids, reads),
    lastRunsOf(db, ids),
    firstSeenInPool(db, poolIds, ids),
  ]);
  const running = new Map(behind.items.map(({ session_id: id, ...run }) => [id, run]));
  return {
    runs: behind.reach,
    sessions: sessions.map(({ session_id: id, created_at }): AcquiredSession => {
      const now = running.get(id);
      const past = last.get(id);
      return {
        id,
        created_at_ms: epochMs(created_at),
        first_seen_ms: firstSeen.get(id) ?? null,
        work: now !== undefined ? "running" : behind.reach === "all" ? "idle" : "unknown",
        run:
          now !== undefined
            ? { ...now, status: "running", finished_at_ms: null }
            : past === undefined
              ? null
              : lastRun(past),
      };
    }),
  };
}

/** The acquired sessions of one pool, by its id. Throws an UpstreamFailure when the pools cannot be read. */
export async function poolAcquiredOf(
  poolId: string,
  signal: AbortSignal,
  nowMs: number,
): Promise<PoolAcquired> {
  const { pools } = await poolsToWorkOut(poolId, poolReads(signal));
  const [pool] = pools;
  const named = { id: poolId, name: pool === undefined ? null : nameOfPool(pool) };
  const known = await sessionsOfPool(named, signal, nowMs - seenWithinMs);
  const acquired = pool?.acquired_count ?? null;
  if (known.kind === "unknown")
    return { source: known.why, observed_at_ms: nowMs, acquired, more: true, runs: "all", sessions: [] };
  await settleObservations();
  const { source, observedAtMs, more, sessions } = known;
  const worked = await acquiredOf(database(), named, sessions, runReads("now"));
  return { source, observed_at_ms: observedAtMs, acquired, more, ...worked };
}
