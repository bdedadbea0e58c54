// Actions on one invocation of many: plain calls, because bulk jobs count and pace them themselves.
import type { Invocation } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { bff } from "./bff.ts";
import { actQueryTexts } from "./query-messages.ts";

/** Invokes again with the same input, asynchronously with the default timeout; returns the new invocation's id. */
export async function invokeAgain(
  invocation: Invocation,
  reason: string,
  batchId: string | undefined,
): Promise<string> {
  const { app_name, version, action_name, payload } = invocation;
  if (!app_name || !version || !action_name) {
    throw new Error(actQueryTexts.actionNotReported);
  }
  const body = {
    app_name,
    version,
    action_name,
    async: true,
    ...(typeof payload === "string" ? { payload } : {}),
  };
  // Several invocations of a job may have the same input: each is an act of its own.
  const created = await bff.act(
    invocationOperations.createInvocation,
    { body },
    { reason, batchId, key: crypto.randomUUID() },
  );
  if (created === undefined) throw new Error(actQueryTexts.newInvocationNotNamed);
  return created.id;
}

/** Ends an invocation as failed and deletes its sessions. */
export async function cancelInvocation(
  { id }: Invocation,
  reason: string,
  batchId: string | undefined,
): Promise<undefined> {
  await bff.act(
    invocationOperations.updateInvocation,
    { params: { id }, body: { status: "failed" } },
    { reason, batchId },
  );
}
