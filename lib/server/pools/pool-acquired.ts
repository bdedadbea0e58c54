// The acquired sessions of a pool, with the details by which an operator chooses those to release.
import "server-only";
import type { AcquiredSession, PoolAcquired } from "../../bff/pool-acquired.ts";
import { dayMs } from "../../bff/time-units.ts";
import type { Browser } from "../../contract/browsers.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../db/database.ts";
import { firstSeenInPool } from "../inventory/recorded-sessions.ts";
import { type LastInvocation, lastInvocationsOf } from "../invocations/invocation-sessions.ts";
import {
  type InvocationReads,
  invocationReads,
  invocationsBehind,
} from "../invocations/invocations-of-sessions.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { flushAnswers } from "../upstream/answer-events.ts";
import { poolReads, poolsToAnalyze } from "./pools-to-analyze.ts";
import { type PoolNamed, sessionsOfPool } from "./sessions-of-pool.ts";

/** Older recorded sessions are ignored; they have probably ended. */
const recordedWithinMs = dayMs;

function lastInvocation({ open, status, ...invocation }: LastInvocation): AcquiredSession["invocation"] {
  // A current read found no running invocation with the session, so an open record is outdated.
  return { ...invocation, status: open === 1 ? null : status };
}

/** The details of these sessions, in their order. */
export async function acquiredOf(
  db: Database,
  pool: PoolNamed,
  sessions: readonly Browser[],
  reads?: InvocationReads,
): Promise<Pick<PoolAcquired, "invocations" | "sessions">> {
  const ids = sessions.map(({ session_id }) => session_id);
  const poolIds = pool.name === null ? [pool.id] : [pool.id, pool.name];
  const [behind, last, firstSeen] = await Promise.all([
    invocationsBehind(db, ids, reads),
    lastInvocationsOf(db, ids),
    firstSeenInPool(db, poolIds, ids),
  ]);
  const running = new Map(behind.items.map(({ session_id: id, ...invocation }) => [id, invocation]));
  return {
    invocations: behind.reach,
    sessions: sessions.map(({ session_id: id, name, created_at }): AcquiredSession => {
      const now = running.get(id);
      const past = last.get(id);
      return {
        id,
        name: name || null,
        created_at_ms: epochMs(created_at),
        first_seen_ms: firstSeen.get(id) ?? null,
        work: now !== undefined ? "running" : behind.reach === "all" ? "idle" : "unknown",
        invocation:
          now !== undefined
            ? { ...now, status: "running", finished_at_ms: null }
            : past === undefined
              ? null
              : lastInvocation(past),
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
  const { pools } = await poolsToAnalyze(poolId, poolReads(signal));
  const [pool] = pools;
  const named = { id: poolId, name: pool === undefined ? null : nameOfPool(pool) };
  const known = await sessionsOfPool(named, signal, nowMs - recordedWithinMs);
  const acquired = pool?.acquired_count ?? null;
  if (known.kind === "unknown")
    return {
      source: known.why,
      observed_at_ms: nowMs,
      acquired,
      more: true,
      invocations: "all",
      sessions: [],
    };
  await flushAnswers();
  const { source, observedAtMs, more, sessions } = known;
  const worked = await acquiredOf(database(), named, sessions, invocationReads("now"));
  return { source, observed_at_ms: observedAtMs, acquired, more, ...worked };
}
