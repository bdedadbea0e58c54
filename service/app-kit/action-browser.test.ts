import { expect, test, vi } from "vitest";
import { openActionBrowser } from "./action-browser.ts";
import { type ServiceClient, ServiceRefusal } from "./service-client.ts";

vi.mock("../chromium/driver.ts", () => ({
  connectOverCdp: async () => ({
    page: { context: () => ({ setDefaultTimeout: () => undefined }) },
    close: async () => undefined,
  }),
}));

const session = { session_id: "s1", cdp_ws_url: "ws://127.0.0.1:1/" };

/** A service on which the session is gone when it is given back. `isRepeated`: a first call was not answered. */
const goneAtRelease = (isRepeated = false): ServiceClient => ({
  async call({ id }) {
    if (id !== "deleteBrowser") return { status: 200, json: session };
    const refusal = new ServiceRefusal(id, 404, { code: "not_found", message: "it was not found" });
    refusal.isRepeated = isRepeated;
    throw refusal;
  },
});

const opened = (client: ServiceClient) =>
  openActionBrowser(client, {}, { invocationId: "i1", stepTimeoutMs: 1_000, log: () => undefined });

test("a session that ended with its cancelled invocation needs no release", async () => {
  await (await opened(goneAtRelease())).release({ ok: false });
});

test("after success a session that is gone is an error, unless an unanswered call has deleted it", async () => {
  await expect((await opened(goneAtRelease())).release({ ok: true })).rejects.toThrow("answered with 404");
  await (await opened(goneAtRelease(true))).release({ ok: true });
});
