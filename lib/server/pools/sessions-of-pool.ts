// The current sessions of a pool. The API links sessions to pools only through its search; an API that does not search by
// pool is detected, and then the recorded sessions are used.
import "server-only";
import { recordedBrowser } from "../../bff/recorded-browser.ts";
import type { Browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations/operations.ts";
import { database } from "../db/database.ts";
import { maxRecordedSessions, readRecordedSessions } from "../inventory/recorded-sessions.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";

const pageSize = 100;

export type SessionsOfPool =
  | {
      readonly kind: "known";
      /** `list`: listed by the API now; `seen`: recorded by the dashboard. */
      readonly source: "list" | "seen";
      readonly observedAtMs: number;
      /** There are more sessions than were read. */
      readonly more: boolean;
      readonly sessions: readonly Browser[];
    }
  | { readonly kind: "unknown"; readonly why: "not_linked" | "not_read" };

/** A pool's id and, if it has one, the name by which sessions may have been acquired. */
export interface PoolNamed {
  id: string;
  name: string | null;
}

/** Undefined when the API does not search sessions by pool. */
async function fromList({ id }: PoolNamed, signal: AbortSignal): Promise<SessionsOfPool | undefined> {
  const search = (query: string, limit: number) =>
    call(operations.listBrowsers, { query: { query, limit } }, { signal });
  // An upstream that ignores the search parameter returns sessions for this query, too.
  const probe = await search(`no-session-of-${id}`, 1);
  if ((probe.value ?? []).length > 0) return undefined;
  const { value, badItems, observedAtMs } = await search(id, pageSize);
  const sessions = value ?? [];
  const more = sessions.length >= pageSize || badItems > 0;
  return { kind: "known", source: "list", observedAtMs, more, sessions };
}

async function fromInventory({ id, name }: PoolNamed, sinceMs: number): Promise<SessionsOfPool> {
  const rows = await readRecordedSessions(database(), name === null ? [id] : [id, name], sinceMs);
  const sessions = rows.flatMap((row) => recordedBrowser(row.id, row.details) ?? []);
  if (sessions.length === 0) return { kind: "unknown", why: "not_linked" };
  const observedAtMs = Math.min(...rows.map(({ lastSeenMs }) => lastSeenMs));
  const more = rows.length >= maxRecordedSessions || rows.length > sessions.length;
  return { kind: "known", source: "seen", observedAtMs, more, sessions };
}

/**
 * The sessions of a pool; from the record, seen since `sinceMs` (epoch milliseconds), when the API cannot search by pool.
 * Never throws for failures of the upstream: those give `kind: "unknown"`.
 */
export async function sessionsOfPool(
  pool: PoolNamed,
  signal: AbortSignal,
  sinceMs: number,
): Promise<SessionsOfPool> {
  try {
    return (await fromList(pool, signal)) ?? (await fromInventory(pool, sinceMs));
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return error.status === 501 ? await fromInventory(pool, sinceMs) : { kind: "unknown", why: "not_read" };
  }
}
