// The sessions of a pool that are known now, compared with its configuration. The API links a session to its pool only
// by its search; one that does not search by pool is found out, and then what was seen is asked.
import "server-only";
import type { Drift } from "../../bff/pool-insight.ts";
import { browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { driftOf, type SessionTraits } from "../../insight/drift.ts";
import { database } from "../store/database.ts";
import { readSeenSessions } from "../store/pool-sessions.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/failure.ts";

const pageSize = 100;
const seenWithinMs = 10 * 60_000;

interface KnownSession {
  id: string;
  createdAt: string | null;
  traits: SessionTraits;
}

function compared(
  pool: Pool,
  sessions: readonly KnownSession[],
  facts: { source: "list" | "seen"; observedAtMs: number; more: boolean },
): Drift {
  const differing = sessions
    .map(({ id, createdAt, traits }) => ({
      session_id: id,
      created_at: createdAt,
      fields: driftOf(pool.browser_pool_config, traits),
    }))
    .filter(({ fields }) => fields.length > 0);
  return {
    kind: "known",
    source: facts.source,
    observed_at_ms: facts.observedAtMs,
    compared: sessions.length,
    more: facts.more,
    differing,
  };
}

/** Undefined when the API lists no sessions, or does not search them by pool. */
async function fromList(pool: Pool, signal: AbortSignal): Promise<Drift | undefined> {
  const ask = (query: string, limit: number) =>
    call(operations.listBrowsers, { query: { query, limit } }, { signal });
  // An upstream that overlooks the search answers this one too.
  const probe = await ask(`no-session-of-${pool.id}`, 1);
  if ((probe.value ?? []).length > 0) return undefined;
  const answer = await ask(pool.id, pageSize);
  const sessions = (answer.value ?? []).map((session) => ({
    id: session.session_id,
    createdAt: session.created_at ?? null,
    traits: session,
  }));
  const more = sessions.length >= pageSize || answer.badItems > 0;
  return compared(pool, sessions, { source: "list", observedAtMs: answer.observedAtMs, more });
}

async function fromSeen(pool: Pool, nowMs: number): Promise<Drift> {
  const rows = await readSeenSessions(database(), pool.id, nowMs - seenWithinMs);
  const sessions = rows.flatMap((row) => {
    const read = browser.safeParse({ session_id: row.id, ...row.facts });
    return read.success ? [{ id: row.id, createdAt: read.data.created_at ?? null, traits: read.data }] : [];
  });
  if (sessions.length === 0) return { kind: "unknown", why: "not_linked" };
  const observedAtMs = Math.min(...rows.map(({ lastSeenMs }) => lastSeenMs));
  return compared(pool, sessions, { source: "seen", observedAtMs, more: rows.length > sessions.length });
}

/** Never throws for what the upstream lacks or answers: what cannot be known says so. */
export async function driftFor(pool: Pool, signal: AbortSignal, nowMs: number): Promise<Drift> {
  try {
    return (await fromList(pool, signal)) ?? (await fromSeen(pool, nowMs));
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return error.status === 501 ? await fromSeen(pool, nowMs) : { kind: "unknown", why: "not_read" };
  }
}
