import { expect, test } from "vitest";
import { reasonOf, withoutSecrets } from "./reason.ts";

test("a driver's time-out keeps its first line and says what it waited for", () => {
  const error = new Error(
    "locator.waitFor: Timeout 5000ms exceeded.\nCall log:\n\u001b[2m  - waiting for locator('#account') to be visible\u001b[22m\n",
  );
  expect(reasonOf(error)).toBe(
    "locator.waitFor: Timeout 5000ms exceeded while waiting for locator('#account')",
  );
});

test("a navigation's time-out says where it was going", () => {
  const error = new Error(
    'page.goto: Timeout 6000ms exceeded.\nCall log:\n  - navigating to "http://127.0.0.1:1/", waiting until "load"\n',
  );
  expect(reasonOf(error)).toBe("page.goto: Timeout 6000ms exceeded while going to http://127.0.0.1:1/");
});

test("other faults keep their first line only", () => {
  expect(reasonOf(new Error("sign-in refused: This account is locked.\n    at run (login.ts:1)"))).toBe(
    "sign-in refused: This account is locked.",
  );
  expect(reasonOf(new TypeError())).toBe("TypeError");
  expect(reasonOf("")).toBe("the action failed without a message");
  expect(reasonOf("x".repeat(2000))).toHaveLength(500);
});

test("T03 signed tokens and bearer values never get into a reason or a log line", () => {
  const error = new Error(
    "browserType.connectOverCDP: WebSocket error: ws://127.0.0.1:4600/browser/cdp?jwt=eyJh.eyJz.sig-_x 403",
  );
  expect(reasonOf(error)).toBe(
    "browserType.connectOverCDP: WebSocket error: ws://127.0.0.1:4600/browser/cdp?jwt=… 403",
  );
  expect(withoutSecrets("Authorization: Bearer abcdefghijklmnop=")).toBe("Authorization: Bearer …");
});
