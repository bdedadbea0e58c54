// Acts on one run among many: plain calls, because a run of acts counts and paces them itself.
import type { Invocation } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { bff } from "./bff.ts";

/** Invokes once more what a run was invoked with, asynchronously with the default timeout; answers the new run's id. */
export async function invokeAgain(run: Invocation, reason: string): Promise<string> {
  const { app_name, version, action_name, payload } = run;
  if (!app_name || !version || !action_name) {
    throw new Error("The API did not say this run's application, version and action.");
  }
  const body = {
    app_name,
    version,
    action_name,
    async: true,
    ...(typeof payload === "string" ? { payload } : {}),
  };
  const created = await bff.act(invocationOperations.createInvocation, { body }, { reason });
  if (created === undefined) throw new Error("It was invoked, but the answer does not name the new run.");
  return created.id;
}

/** Ends a run as failed and destroys its browsers. */
export async function cancelRun({ id }: Invocation, reason: string): Promise<undefined> {
  await bff.act(
    invocationOperations.updateInvocation,
    { params: { id }, body: { status: "failed" } },
    { reason },
  );
}
