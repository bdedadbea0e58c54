// Running runs behind browser sessions: a session does not name its run, a running run names its sessions. The newest
// running ones are asked; of the others it is known what the mirror recorded.
import "server-only";
import type { Reach } from "../../bff/inventory.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations.ts";
import { systemClock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { Problem } from "../problem.ts";
import type { Database } from "../store/database.ts";
import { epochMs } from "../store/run-rows.ts";
import { openRunsBehind, type RunBehind } from "../store/run-sessions.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "./first-page.ts";
import { RunSessions } from "./run-sessions.ts";
import { codeOf, observed, retryAfterMs } from "./upstream-invocations.ts";

const limit = 100;
/** Running runs that are asked for their sessions, at most: each costs a call. */
const mostAsked = 30;
const askedAtOnce = 4;

/** What is asked; handed in where a test is the API. */
export interface RunReads {
  running: () => Promise<Listed<Invocation>>;
  sessionsOf: (run: { id: string; startedAtMs: number | null }) => Promise<readonly string[]>;
}

const kept = () =>
  perProcess(
    "run-sessions",
    () =>
      new RunSessions({
        clock: systemClock,
        ask: async (id) => {
          const { value } = observed(await call(operations.listInvocationBrowsers, { params: { id } }));
          return (value?.browsers ?? []).map((browser) => browser.session_id);
        },
      }),
  );

/** Asks the API itself; of what running runs told lately, what is as young as `rest` says. */
export const runReads = (rest: keyof typeof paces.runSessions): RunReads => ({
  running: () => firstPage(() => call(operations.listInvocations, { query: { status: "running", limit } })),
  sessionsOf: (run) => kept().of(run, paces.runSessions[rest]),
});

const startedAtMs = (run: Invocation): number | null => epochMs(run.started_at);

/** Asks them a few at a time, and none after one for which the API asked to wait. */
async function askRuns(runs: readonly Invocation[], reads: RunReads) {
  const found: { run: Invocation; sessionIds: readonly string[] }[] = [];
  let whole = true;
  let waits = false;
  for (let at = 0; at < runs.length && !waits; at += askedAtOnce) {
    await Promise.all(
      runs.slice(at, at + askedAtOnce).map(async (run) => {
        try {
          const sessionIds = await reads.sessionsOf({ id: run.id, startedAtMs: startedAtMs(run) });
          found.push({ run, sessionIds });
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          whole = false;
          waits ||= retryAfterMs(error) !== undefined || codeOf(error) === "upstream_busy";
        }
      }),
    );
  }
  return { found, whole };
}

/**
 * The running runs behind any of these sessions, one row for each run and session. `all` where every running run told
 * its sessions; `first` where some did not, which then count as recorded; `remembered` where the API lists none. A list
 * of a while ago says nothing of the runs since: nobody is asked then, and all count as recorded.
 */
export async function runsBehind(
  db: Database,
  sessionIds: readonly string[],
  reads: RunReads = runReads("usual"),
): Promise<{ reach: Reach; items: RunBehind[] }> {
  if (sessionIds.length === 0) return { reach: "all", items: [] };
  const [running, recorded] = await Promise.all([reads.running(), openRunsBehind(db, sessionIds)]);
  if (running.items === undefined) return { reach: "remembered", items: recorded };
  const current = running.stale === undefined;
  const asked = await askRuns(current ? running.items.slice(0, mostAsked) : [], reads);
  const wanted = new Set(sessionIds);
  const told = asked.found.flatMap(({ run, sessionIds: own }) =>
    own
      .filter((id) => wanted.has(id))
      .map((id) => ({
        id: run.id,
        app_name: run.app_name ?? null,
        action_name: run.action_name ?? null,
        version: run.version ?? null,
        started_at_ms: startedAtMs(run),
        session_id: id,
      })),
  );
  const answered = new Set(asked.found.map(({ run }) => run.id));
  const listed = new Set(running.items.map(({ id }) => id));
  // A whole list without it says that a recorded run is over.
  const listsAll = current && running.whole;
  const untold = recorded.filter(({ id }) => !answered.has(id) && (listed.has(id) || !listsAll));
  const whole = listsAll && asked.whole && running.items.length <= mostAsked;
  return { reach: whole ? "all" : "first", items: [...told, ...untold] };
}
