// Reads an invocation that the API cannot retrieve by id: from its position in the API's list, or from the record.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import { invocationOf } from "../../bff/recorded-invocation.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations/operations.ts";
import { pageLimit } from "../../contract/paging.ts";
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import type { HandlerResponse } from "../kernel/handler-response.ts";
import { Problem } from "../kernel/problem.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import type { InvocationRow } from "./invocation-rows.ts";

/** Whether the API cannot retrieve an invocation by id: it lacks the operation or the invocation. */
export const isNotRetrievable = (failure: unknown): failure is UpstreamFailure =>
  failure instanceof UpstreamFailure && (failure.status === 404 || failure.status === 501);

interface ListPosition {
  app_name?: string;
  action_name?: string;
  offset: number;
}

/** The offset of the list page in whose middle a recorded invocation is expected, narrowed to its action. */
async function listPositionOf(db: Database, row: InvocationRow | undefined): Promise<ListPosition> {
  if (row === undefined) return { offset: 0 };
  const { app_name, action_name, started_at_ms: startedAtMs } = row;
  const narrowed = app_name !== "" && action_name !== "";
  const newer = db.selectFrom("invocations").where("started_at_ms", ">", startedAtMs);
  const counted = narrowed
    ? newer.where("app_name", "=", app_name).where("action_name", "=", action_name)
    : newer;
  const count = await countRows(counted.select(rowCount));
  const offset = Math.max(0, count - pageLimit.max / 2);
  return { offset, ...(narrowed ? { app_name, action_name } : {}) };
}

async function findInList(id: string, position: ListPosition, signal: AbortSignal) {
  const query = { ...position, limit: pageLimit.max };
  const answer = await call(operations.listInvocations, { query }, { signal });
  const invocation = answer.value?.find((each) => each.id === id);
  return invocation && { invocation, atMs: answer.observedAtMs, stale: answer.stale };
}

const fallbackResponse = (body: Invocation, headers: Record<string, string>): HandlerResponse => ({
  status: 200,
  body,
  headers,
});

/**
 * Responds with the newer of the API's list item and the record. `failure` is the error of the retrieval. Throws it when
 * it is a 404 and neither source has the invocation, a Problem (404) after another failure, and the list's own failure
 * when the list cannot be read and there is no record.
 */
export async function answerFromFallback(
  db: Database,
  id: string,
  { failure, signal }: { failure: UpstreamFailure; signal: AbortSignal },
): Promise<HandlerResponse> {
  const row = await db.selectFrom("invocations").selectAll().where("id", "=", id).executeTakeFirst();
  let found: Awaited<ReturnType<typeof findInList>>;
  try {
    found = await findInList(id, await listPositionOf(db, row), signal);
  } catch (listFailure) {
    if (row === undefined) throw failure.status === 404 ? failure : listFailure;
  }
  if (found !== undefined && found.atMs >= (row?.checked_at_ms ?? 0)) return listResponse(found);
  if (row !== undefined)
    return fallbackResponse(invocationOf(row), {
      [bffHeaders.source]: "record",
      [bffHeaders.observedAtMs]: String(row.checked_at_ms),
      [bffHeaders.stale]: failure.code,
    });
  if (failure.status === 404) throw failure;
  throw new Problem(
    404,
    "invocation_not_known",
    `This API cannot return one invocation by its id. It is neither among the newest ${pageLimit.max} that the API lists nor recorded by this dashboard.`,
  );
}

function listResponse({
  invocation,
  atMs,
  stale,
}: {
  invocation: Invocation;
  atMs: number;
  stale: string | undefined;
}) {
  return fallbackResponse(invocation, {
    [bffHeaders.source]: "list",
    [bffHeaders.observedAtMs]: String(atMs),
    ...(stale === undefined ? {} : { [bffHeaders.stale]: stale }),
  });
}
