import "server-only";
import { operations } from "../../contract/operations/operations.ts";
import { call } from "../upstream/call.ts";
import { requireFresh } from "../upstream/require-fresh.ts";

/** Ids of a session's recordings that are not finished. Rejects when they cannot be read now: an older answer may have
 *  been given during an earlier use of the browser. */
export async function runningReplays(sessionId: string): Promise<string[]> {
  const answer = requireFresh(await call(operations.listReplays, { params: { id: sessionId } }));
  return (answer.value ?? []).flatMap(({ replay_id: id, finished_at: finishedAt }) =>
    finishedAt == null ? id : [],
  );
}
