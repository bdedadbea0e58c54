import { expect, test, vi } from "vitest";
import { endLiveView, isOwnLiveView, renewLiveView } from "./live-view.ts";
import { exchange } from "./send.ts";
import { circuitOpen, failureOfStatus, timedOut } from "./upstream-failure.ts";

vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ apiBaseUrl: "https://api.test" }),
}));
vi.mock("./send.ts", () => ({ exchange: vi.fn() }));

const statusOf = (status: number) => failureOfStatus(status, Buffer.from(""), undefined, 0);
const address = "https://api.test/view?jwt=x";

type Renewal = [how: string | number, hasEnded: boolean, error: Error];
const renewals: Renewal[] = [
  // The local service answers 401 to an address that it no longer has.
  ...[400, 401, 403, 404, 409, 410, 501].map((status): Renewal => [status, true, statusOf(status)]),
  ...[408, 429, 500, 502, 503, 504, 529].map((status): Renewal => [status, false, statusOf(status)]),
  ["no answer", false, timedOut()],
  ["no request", false, circuitOpen(timedOut())],
  ["another error", false, new Error("none")],
];
test.each(renewals)(
  "after a renewal that failed with %s a live view has ended: %s",
  async (_, hasEnded, error) => {
    vi.mocked(exchange).mockRejectedValue(error);
    expect(await renewLiveView(address)).toBe(!hasEnded);
    // One that has ended need not be ended; any other goes on until it expires, which is reported.
    if (hasEnded) await endLiveView(address);
    else await expect(endLiveView(address)).rejects.toBe(error);
  },
);

test.each([
  ["https://api.test/view?jwt=x", "https://api.test", true],
  ["https://api.test:8443/view", "https://api.test:8443", true],
  ["http://127.0.0.1:4100/view", "http://127.0.0.1:4100", true],
  ["https://api.test/view", "http://api.test", true],
  ["http://api.test/view", "https://api.test", false],
  ["https://elsewhere.test/view", "https://api.test", false],
  ["https://api.test:8443/view", "https://api.test", false],
  ["https://api.test.elsewhere.test/view", "https://api.test", false],
  ["https://user@api.test/view", "https://api.test", false],
  ["https://user:pass@api.test/view", "https://api.test", false],
  ["javascript:alert(1)//api.test", "https://api.test", false],
  ["data:text/html,api.test", "https://api.test", false],
  ["ws://api.test/view", "http://api.test", false],
  ["/view", "https://api.test", false],
])("live view address %s may be framed with the API at %s: %s", (address, api, expected) => {
  expect(isOwnLiveView(address, api)).toBe(expected);
});
