// Updates invocations that may still change. A few are retrieved by id; many by the lists of queued and running ones, and
// then by id only those that neither list contained, longest unchecked first.

import type { Database } from "../db/database.ts";
import type { InvocationRow } from "../invocations/invocation-rows.ts";
import { closeLostInvocation, openInvocations } from "../invocations/invocation-writes.ts";
import type { InvocationPort, ListedPage } from "./invocation-port.ts";
import { paginate } from "./paginate.ts";
import type { RequestBudget } from "./request-budget.ts";

const maxWithoutLists = 2;
const requestsPerTurn = 10;
const concurrency = 4;
const maxOpenRead = 400;
const pagesPerStatus = 3;
/** Requests of the budget reserved for reading new invocations. */
const reserve = 10;

export interface OpenInvocationsDeps {
  port: InvocationPort;
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  /** `isCurrent`: it was read by id. */
  take: (page: ListedPage, isCurrent: boolean) => Promise<unknown>;
  budget: RequestBudget;
  /** Ids already read in this turn, and not to be read by id. */
  seen: Set<string>;
}

async function unseen({ db, seen }: OpenInvocationsDeps): Promise<InvocationRow[]> {
  const rows = await openInvocations(db, maxOpenRead);
  return rows.filter(({ id }) => !seen.has(id));
}

/** Returns false when the upstream cannot retrieve invocations by id. */
async function updateOne(deps: OpenInvocationsDeps, id: string): Promise<boolean> {
  const { port, write, take } = deps;
  const answer = await port.retrieve(id);
  if (answer === "absent") return false;
  if (answer === "gone") await write((trx) => closeLostInvocation(trx, id));
  else await take({ atMs: answer.atMs, items: [answer.invocation], count: 1, hasMore: false }, true);
  return true;
}

/**
 * One turn. Returns the earliest start of the invocations that require reading the list back to it, because the upstream
 * cannot retrieve them by id; undefined when there are none. Rejects with the port's errors.
 */
export async function checkOpenInvocations(deps: OpenInvocationsDeps): Promise<number | undefined> {
  let open = await unseen(deps);
  if (open.length > maxWithoutLists) {
    for (const status of ["running", "queued"] as const) {
      const { port, budget, take } = deps;
      const request = { status };
      const steps = paginate({
        port,
        budget,
        request,
        offset: 0,
        maxPages: pagesPerStatus,
        reserve,
        onSkipped: () => {},
      });
      for await (const step of steps) await take(step, false);
    }
    open = await unseen(deps);
  }
  const selected = open.slice(0, requestsPerTurn);
  for (let at = 0; at < selected.length; at += concurrency) {
    const now = selected.slice(at, at + concurrency).filter(() => deps.budget.take(reserve));
    const found = await Promise.all(now.map(({ id }) => updateOne(deps, id)));
    if (found.includes(false)) return Math.min(...open.map((invocation) => invocation.started_at_ms));
  }
  return undefined;
}
