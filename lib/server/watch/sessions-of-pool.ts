// The sessions of a pool that are known now. The API links a session to its pool only by its search; one that does not
// search by pool is found out, and then what was seen is asked.
import "server-only";
import { type Browser, browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations.ts";
import { database } from "../store/database.ts";
import { readSeenSessions, seenSessionsMost } from "../store/pool-sessions.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/failure.ts";

const pageSize = 100;

export type SessionsOfPool =
  | {
      readonly kind: "known";
      /** `list`: as the API lists them now; `seen`: as the dashboard saw them. */
      readonly source: "list" | "seen";
      readonly observedAtMs: number;
      /** True: there are more than were read. */
      readonly more: boolean;
      readonly sessions: readonly Browser[];
    }
  | { readonly kind: "unknown"; readonly why: "not_linked" | "not_read" };

/** A pool by its id and, where it has one, the name by which sessions may have been acquired. */
export interface PoolNamed {
  id: string;
  name: string | null;
}

/** Undefined when the API lists no sessions, or does not search them by pool. */
async function fromList({ id }: PoolNamed, signal: AbortSignal): Promise<SessionsOfPool | undefined> {
  const ask = (query: string, limit: number) =>
    call(operations.listBrowsers, { query: { query, limit } }, { signal });
  // An upstream that overlooks the search answers this one too.
  const probe = await ask(`no-session-of-${id}`, 1);
  if ((probe.value ?? []).length > 0) return undefined;
  const { value, badItems, observedAtMs } = await ask(id, pageSize);
  const sessions = value ?? [];
  const more = sessions.length >= pageSize || badItems > 0;
  return { kind: "known", source: "list", observedAtMs, more, sessions };
}

async function fromSeen({ id, name }: PoolNamed, sinceMs: number): Promise<SessionsOfPool> {
  const rows = await readSeenSessions(database(), name === null ? [id] : [id, name], sinceMs);
  const sessions = rows.flatMap((row) => {
    const read = browser.safeParse({ session_id: row.id, ...row.facts });
    return read.success ? [read.data] : [];
  });
  if (sessions.length === 0) return { kind: "unknown", why: "not_linked" };
  const observedAtMs = Math.min(...rows.map(({ lastSeenMs }) => lastSeenMs));
  const more = rows.length >= seenSessionsMost || rows.length > sessions.length;
  return { kind: "known", source: "seen", observedAtMs, more, sessions };
}

/**
 * The sessions of a pool, those seen since `sinceMs` (epoch milliseconds) where the API does not tell. Never throws for
 * what the upstream lacks or answers: what cannot be known says so.
 */
export async function sessionsOfPool(
  pool: PoolNamed,
  signal: AbortSignal,
  sinceMs: number,
): Promise<SessionsOfPool> {
  try {
    return (await fromList(pool, signal)) ?? (await fromSeen(pool, sinceMs));
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return error.status === 501 ? await fromSeen(pool, sinceMs) : { kind: "unknown", why: "not_read" };
  }
}
