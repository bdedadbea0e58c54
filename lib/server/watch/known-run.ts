// What is known of a run that the API does not tell by its id: its place in the API's list, and what was recorded.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import { invocationOf } from "../../bff/recorded-invocation.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations.ts";
import { pageLimit } from "../../contract/paging.ts";
import { Problem } from "../problem.ts";
import { holdsSecret, withoutKnownSecrets } from "../redact.ts";
import type { OwnAnswer } from "../routes/define-route.ts";
import type { Database } from "../store/database.ts";
import type { RunRow } from "../store/run-rows.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/failure.ts";

/** Whether a failure says that the API does not tell the run by its id: it lacks the operation, or the run. */
export const doesNotTell = (failure: unknown): failure is UpstreamFailure =>
  failure instanceof UpstreamFailure && (failure.status === 404 || failure.status === 501);

interface Place {
  app_name?: string;
  action_name?: string;
  offset: number;
}

/** Where in the list a recorded run should stand: in the middle of a page of its action's. */
async function placeOf(db: Database, row: RunRow | undefined): Promise<Place> {
  if (row === undefined) return { offset: 0 };
  const { app_name, action_name, started_at_ms: startedAtMs } = row;
  const narrowed = app_name !== "" && action_name !== "";
  const before = db
    .selectFrom("runs")
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .where("started_at_ms", ">", startedAtMs);
  const { count } = await (narrowed
    ? before.where("app_name", "=", app_name).where("action_name", "=", action_name)
    : before
  ).executeTakeFirstOrThrow();
  const offset = Math.max(0, Number(count) - pageLimit.max / 2);
  return { offset, ...(narrowed ? { app_name, action_name } : {}) };
}

async function listed(id: string, place: Place, signal: AbortSignal) {
  const query = { ...place, limit: pageLimit.max };
  const answer = await call(operations.listInvocations, { query }, { signal });
  const run = answer.value?.find((each) => each.id === id);
  return run && { run, atMs: answer.observedAtMs, stale: answer.stale };
}

/** As the browser may see it: a list's items were cleaned of fields, not yet of secrets inside their texts. */
function tell(run: Invocation, headers: Record<string, string>): OwnAnswer {
  const text = JSON.stringify(run);
  const body: unknown = holdsSecret(text) ? JSON.parse(withoutKnownSecrets(text)) : run;
  return { status: 200, body, headers };
}

/**
 * Answers a run by the newer of the API's list and the record. `failure` is why the API did not tell it; it stands, as a
 * 404, when neither has the run. Throws the list's own failure when nothing else can be said.
 */
export async function knownRun(
  db: Database,
  id: string,
  { failure, signal }: { failure: UpstreamFailure; signal: AbortSignal },
): Promise<OwnAnswer> {
  const row = await db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst();
  let found: Awaited<ReturnType<typeof listed>>;
  try {
    found = await listed(id, await placeOf(db, row), signal);
  } catch (listFailure) {
    if (row === undefined) throw failure.status === 404 ? failure : listFailure;
  }
  if (found !== undefined && found.atMs >= (row?.checked_at_ms ?? 0)) return ofList(found);
  if (row !== undefined)
    return tell(invocationOf(row), {
      [bffHeaders.source]: "record",
      [bffHeaders.observedAtMs]: String(row.checked_at_ms),
      [bffHeaders.stale]: failure.code,
    });
  if (failure.status === 404) throw failure;
  throw new Problem(
    404,
    "run_not_known",
    `This API cannot be asked for one run. It is neither among the newest ${pageLimit.max} that the API lists nor recorded by this dashboard.`,
  );
}

function ofList({ run, atMs, stale }: { run: Invocation; atMs: number; stale: string | undefined }) {
  return tell(run, {
    [bffHeaders.source]: "list",
    [bffHeaders.observedAtMs]: String(atMs),
    ...(stale === undefined ? {} : { [bffHeaders.stale]: stale }),
  });
}
