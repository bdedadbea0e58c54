import { expect, test } from "vitest";
import { isOwnLiveView } from "./live-view.ts";

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
