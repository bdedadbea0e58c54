// What tests make for themselves through the API.
import type { Invocation } from "../../lib/contract/invocations.ts";
import type { OperationInput } from "../../lib/contract/operation.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";

/** A session that nobody uses for so long ends: longer than all tests that share one take. */
const sessionSeconds = 3_600;

/** Invokes an action of a sample application, asynchronously; answers its id. */
export async function invoke(
  api: ApiClient,
  [app_name, version, action_name]: readonly [app: string, version: string, action: string],
  payload: unknown,
): Promise<string> {
  const body = { app_name, version, action_name, payload: JSON.stringify(payload), async: true };
  return (await api.call(operations.createInvocation, { body })).id;
}

export function invocationOf(api: ApiClient, id: string): Promise<Invocation> {
  return api.call(operations.retrieveInvocation, { params: { id } });
}

type BrowserSpec = NonNullable<OperationInput<typeof operations.createBrowser>["body"]>;

/** A browser session that a client can be connected to. */
export async function createBrowser(
  api: ApiClient,
  body: BrowserSpec = {},
): Promise<{ id: string; cdpUrl: string }> {
  const browser = await api.call(operations.createBrowser, {
    body: { timeout_seconds: sessionSeconds, ...body },
  });
  if (!browser.cdp_ws_url) throw new Error(`session ${browser.session_id} came without a cdp_ws_url`);
  return { id: browser.session_id, cdpUrl: browser.cdp_ws_url };
}

export async function deleteBrowser(api: ApiClient, id: string): Promise<void> {
  await api.call(operations.deleteBrowser, { params: { id } });
}
