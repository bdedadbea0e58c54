import "server-only";
import { operations } from "../../contract/operations/operations.ts";
import { Problem } from "../kernel/problem.ts";
import { call } from "../upstream/call.ts";
import { requireFresh } from "../upstream/require-fresh.ts";
import { requireLiving } from "./act-by-rule.ts";

async function listReplays(sessionId: string) {
  try {
    return await call(operations.listReplays, { params: { id: sessionId } });
  } catch (error) {
    if (error instanceof Problem && error.status === 404) await requireLiving(sessionId);
    throw error;
  }
}

/** Ids of a session's recordings that are not finished. Rejects when they cannot be read now, as an older answer may have
 *  been given during an earlier use of the browser, and with BrowserEnded when it has ended. */
export async function runningReplays(sessionId: string): Promise<string[]> {
  const answer = requireFresh(await listReplays(sessionId));
  return (answer.value ?? []).flatMap(({ replay_id: id, finished_at: finishedAt }) =>
    finishedAt == null ? id : [],
  );
}
