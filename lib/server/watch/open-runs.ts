// Asks about runs that may still change. Few are asked one by one; many by the two lists of what waits and what is at
// work, and only those that neither list named one by one, the longest unasked first.
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import type { RunRow } from "../store/run-rows.ts";
import { closeLostRun, openRuns } from "../store/runs.ts";
import type { InvocationPort, ListedPage } from "./invocation-port.ts";
import { walkPages } from "./page-walk.ts";
import type { RequestBudget } from "./request-budget.ts";

const few = 2;
const askedPerTurn = 10;
const atOnce = 4;
const looked = 400;
const pagesPerStatus = 3;
/** Requests of the budget that are left to the reading of what is new. */
const reserve = 10;

export interface OpenRunsDeps {
  port: InvocationPort;
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  take: (page: ListedPage) => Promise<unknown>;
  budget: RequestBudget;
  clock: Clock;
  /** Runs read in this turn already. */
  seen: Set<string>;
}

async function unseen({ db, clock, seen }: OpenRunsDeps): Promise<RunRow[]> {
  const rows = await openRuns(db, clock.nowMs(), looked);
  return rows.filter(({ id }) => !seen.has(id));
}

/** False when the upstream cannot be asked about one invocation. */
async function askOne(deps: OpenRunsDeps, id: string): Promise<boolean> {
  const { port, write, take } = deps;
  const answer = await port.retrieve(id);
  if (answer === "absent") return false;
  if (answer === "gone") await write((trx) => closeLostRun(trx, id));
  else await take({ atMs: answer.atMs, items: [answer.invocation], count: 1, hasMore: false });
  return true;
}

/**
 * One turn. Answers the earliest start of the runs that could only be found by reading the list back to it, because
 * the upstream cannot be asked about one invocation; undefined when there are none. Rejects as the port does.
 */
export async function checkOpenRuns(deps: OpenRunsDeps): Promise<number | undefined> {
  let open = await unseen(deps);
  if (open.length > few) {
    for (const status of ["running", "queued"] as const) {
      const { port, budget, take } = deps;
      const question = { status };
      const walk = walkPages({
        port,
        budget,
        question,
        offset: 0,
        maxPages: pagesPerStatus,
        reserve,
        onSkipped: () => {},
      });
      for await (const step of walk) await take(step);
    }
    open = await unseen(deps);
  }
  const asked = open.slice(0, askedPerTurn);
  for (let at = 0; at < asked.length; at += atOnce) {
    const now = asked.slice(at, at + atOnce).filter(() => deps.budget.take(reserve));
    const found = await Promise.all(now.map(({ id }) => askOne(deps, id)));
    if (found.includes(false)) return Math.min(...open.map((run) => run.started_at_ms));
  }
  return undefined;
}
