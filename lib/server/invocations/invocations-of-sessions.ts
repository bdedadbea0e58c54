// Finds the running invocations of browser sessions. The API lists sessions by invocation, not the reverse: the newest
// running invocations are read from the API, the others from the record.
import "server-only";
import type { Reach } from "../../bff/inventory.ts";
import { systemClock } from "../../clock.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Database } from "../db/database.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "../upstream/first-page.ts";
import { codeOf, requireFresh, retryAfterMs } from "../upstream/require-fresh.ts";
import { InvocationSessions } from "./invocation-session-cache.ts";
import { type InvocationBehind, openInvocationsBehind } from "./invocation-sessions.ts";

const limit = 100;
/** The most running invocations whose sessions are read; each costs a call. */
const maxRequests = 30;
const concurrentReads = 4;

/** The API reads; tests replace them. */
export interface InvocationReads {
  running: () => Promise<Listed<Invocation>>;
  sessionsOf: (invocation: { id: string; startedAtMs: number | null }) => Promise<readonly string[]>;
}

const sessionCache = perProcess(
  "invocation-sessions",
  () =>
    new InvocationSessions({
      clock: systemClock,
      read: async (id) => {
        const { value } = requireFresh(await call(operations.listInvocationBrowsers, { params: { id } }));
        return (value?.browsers ?? []).map((browser) => browser.session_id);
      },
    }),
);

/** Reads from the API; sessions come from the cache when they are as recent as `freshness` requires. */
export const invocationReads = (freshness: keyof typeof paces.invocationSessions): InvocationReads => ({
  running: () => firstPage(() => call(operations.listInvocations, { query: { status: "running", limit } })),
  sessionsOf: (invocation) => sessionCache().of(invocation, paces.invocationSessions[freshness]),
});

const startedAtMs = (invocation: Invocation): number | null => epochMs(invocation.started_at);

/** Reads a few invocations at a time; begins no further one once the API is busy or responds with Retry-After. */
async function readSessionsOf(invocations: readonly Invocation[], reads: InvocationReads) {
  const found: { invocation: Invocation; sessionIds: readonly string[] }[] = [];
  let whole = true;
  let mustWait = false;
  // Shared by the readers: each takes the next one when it is done with its last.
  const waiting = invocations.values();
  const readInTurn = async () => {
    for (const invocation of waiting) {
      if (mustWait) return;
      try {
        const sessionIds = await reads.sessionsOf({
          id: invocation.id,
          startedAtMs: startedAtMs(invocation),
        });
        found.push({ invocation, sessionIds });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        whole = false;
        mustWait ||= retryAfterMs(error) !== undefined || codeOf(error) === "upstream_busy";
      }
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, readInTurn));
  return { found, whole };
}

/**
 * The running invocations of any of these sessions, one row per invocation and session. `all`: the sessions of every
 * running invocation were read; `first`: some come from the record; `remembered`: the API's list cannot be read. A stale
 * list may lack newer invocations: then nothing is read and all rows come from the record.
 */
export async function invocationsBehind(
  db: Database,
  sessionIds: readonly string[],
  reads: InvocationReads = invocationReads("usual"),
): Promise<{ reach: Reach; items: InvocationBehind[] }> {
  if (sessionIds.length === 0) return { reach: "all", items: [] };
  const [running, recorded] = await Promise.all([reads.running(), openInvocationsBehind(db, sessionIds)]);
  if (running.items === undefined) return { reach: "remembered", items: recorded };
  const current = running.stale === undefined;
  const read = await readSessionsOf(current ? running.items.slice(0, maxRequests) : [], reads);
  const wanted = new Set(sessionIds);
  const readItems = read.found.flatMap(({ invocation, sessionIds: own }) =>
    own
      .filter((id) => wanted.has(id))
      .map((id) => ({
        id: invocation.id,
        app_name: invocation.app_name ?? null,
        action_name: invocation.action_name ?? null,
        version: invocation.version ?? null,
        started_at_ms: startedAtMs(invocation),
        session_id: id,
      })),
  );
  const readIds = new Set(read.found.map(({ invocation }) => invocation.id));
  const listed = new Set(running.items.map(({ id }) => id));
  // A recorded invocation that is missing in a complete list has ended.
  const listsAll = current && running.whole;
  const recordedItems = recorded.filter(({ id }) => !readIds.has(id) && (listed.has(id) || !listsAll));
  const whole = listsAll && read.whole && running.items.length <= maxRequests;
  return { reach: whole ? "all" : "first", items: [...readItems, ...recordedItems] };
}
