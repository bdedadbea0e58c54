import { expect, test } from "vitest";
import { errorLines, reasonOf, withoutSecrets } from "./failure-reason.ts";

test("a driver's timeout keeps its first line and adds the target", () => {
  const error = new Error(
    "locator.waitFor: Timeout 5000ms exceeded.\nCall log:\n\u001b[2m  - waiting for locator('#account') to be visible\u001b[22m\n",
  );
  expect(reasonOf(error)).toBe(
    "locator.waitFor: Timeout 5000ms exceeded while waiting for locator('#account')",
  );
});

test("a navigation's timeout adds the URL", () => {
  const error = new Error(
    'page.goto: Timeout 6000ms exceeded.\nCall log:\n  - navigating to "http://127.0.0.1:1/", waiting until "load"\n',
  );
  expect(reasonOf(error)).toBe("page.goto: Timeout 6000ms exceeded while going to http://127.0.0.1:1/");
});

test("other errors keep only their first line", () => {
  expect(reasonOf(new Error("sign-in refused: This account is locked.\n    at run (login.ts:1)"))).toBe(
    "sign-in refused: This account is locked.",
  );
  expect(reasonOf(new TypeError())).toBe("TypeError");
  expect(reasonOf("")).toBe("the action failed without a message");
  expect(reasonOf("x".repeat(2000))).toHaveLength(500);
});

test("T03 signed tokens and bearer values are removed from reasons and log lines", () => {
  const error = new Error(
    "browserType.connectOverCDP: WebSocket error: ws://127.0.0.1:4600/browser/cdp?jwt=eyJh.eyJz.sig-_x 403",
  );
  expect(reasonOf(error)).toBe(
    "browserType.connectOverCDP: WebSocket error: ws://127.0.0.1:4600/browser/cdp?jwt=… 403",
  );
  expect(withoutSecrets("Authorization: Bearer abcdefghijklmnop=")).toBe("Authorization: Bearer …");
  expect(withoutSecrets("GET http://host/browser/cdp/eyJh.eyJz.sig-_x/json/version: 401")).toBe(
    "GET http://host/browser/cdp/…/json/version: 401",
  );
});

test("an error's log lines have its call log and the frames of the action, by file name", () => {
  const error = new Error(
    "locator.click: Timeout 1000ms exceeded.\nCall log:\n\u001b[2m  - waiting for #pay\u001b[22m\n",
  );
  error.name = "TimeoutError";
  error.stack = [
    "TimeoutError: locator.click: Timeout 1000ms exceeded.",
    "    at buy (file:///srv/app/code/checkout.ts:31:37)",
    "    at Object.run (/srv/app/code/checkout.ts:53:30)",
    "    at async runSample (file:///srv/service/runner/runner.ts:101:10)",
    "    at Locator.click (/srv/node_modules/driver/index.js:1:1)",
    "    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)",
  ].join("\n");
  expect(errorLines(error)).toEqual([
    "TimeoutError: locator.click: Timeout 1000ms exceeded.",
    "  Call log:",
    "  - waiting for #pay",
    "    at buy (checkout.ts:31:37)",
    "    at Object.run (checkout.ts:53:30)",
  ]);
});

test("an error's log lines are one for a thrown value that is no error, without signed tokens", () => {
  expect(errorLines("no stock")).toEqual(["Error: no stock"]);
  expect(errorLines(new Error("GET /x?jwt=abc.def"))[0]).toBe("Error: GET /x?jwt=…");
});
