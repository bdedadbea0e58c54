import { expect, test } from "vitest";
import type { Operation } from "../../lib/contract/operation.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { computerRoutes } from "./computer-routes.ts";
import { curlRoutes } from "./curl-routes.ts";
import { playwrightRoutes } from "./playwright-routes.ts";
import type { Sessions } from "./sessions.ts";

/** The routes on a session whose browser notes what it is sent. */
function setUp(ready: Promise<unknown> = Promise.resolve()) {
  const sent: unknown[] = [];
  const devtools = {
    attach: async () => "page",
    isVisible: async () => true,
    send: async (_method: string, params: object) => void sent.push(params),
    ask: async () => ({ data: "" }),
  };
  const pages = { open: [{ targetId: "t1" }] };
  const dialogs = { of: () => undefined, onChange: () => () => {} };
  const open = () => {
    sent.push("a connection");
    throw new Error("there is no browser");
  };
  const session = {
    id: "s1",
    lease: "first",
    closing: new AbortController().signal,
    ready,
    connect: () => () => {},
    holding: new AbortController().signal,
    reassigned: new AbortController().signal,
    chromium: { devtools, pipe: { open } },
    pages,
    browser: { chromium: { devtools }, pages, dialogs },
  };
  const sessions = { living: () => session } as unknown as Sessions;
  const routes = [computerRoutes, playwrightRoutes, curlRoutes].flatMap((make) => make({ sessions }));
  const release = () => {
    session.lease = "next";
    session.holding = new AbortController().signal;
    session.reassigned = new AbortController().signal;
  };
  return {
    sent,
    devtools,
    release,
    session,
    call: async (operation: Operation, body?: object) => {
      const call = { params: { id: "s1" }, query: {}, body, signal: new AbortController().signal };
      return await routes.find((route) => route.operation === operation)?.handle(call as never);
    },
  };
}

test("the next holder's mouse is where it begins, with no button pressed", async () => {
  const { sent, call, release } = setUp();
  await call(operations.clickMouse, { x: 10, y: 20, click_type: "down" });
  await call(operations.moveMouse, { x: 30, y: 20 });
  expect(sent.at(-1)).toMatchObject({ type: "mouseMoved", x: 30, button: "left", buttons: 1 });
  release();
  expect(await call(operations.getMousePosition)).toEqual({ status: 200, body: { x: 0, y: 0 } });
  await call(operations.moveMouse, { x: 40, y: 20 });
  expect(sent.at(-1)).toMatchObject({ type: "mouseMoved", x: 40, button: "none", buttons: 0 });
});

test.each([
  ["an action of the mouse", operations.moveMouse, { x: 1, y: 1 }],
  ["a picture", operations.takeScreenshot, undefined],
  ["a reading of the clipboard", operations.readClipboard, undefined],
  ["code", operations.executePlaywright, { code: "return 1" }],
  ["a request of the browser", operations.curlBrowser, { url: "http://127.0.0.1:9/" }],
])("%s that waits for the browser is not for the next holder", async (_what, operation, body) => {
  const ready = Promise.withResolvers<void>();
  const { sent, call, release } = setUp(ready.promise);
  const answered = call(operation, body);
  release();
  ready.resolve();
  await expect(answered).rejects.toMatchObject({ status: 404 });
  expect(sent).toEqual([]);
});

test("a picture that is taken after the release is not given", async () => {
  const { devtools, call, release } = setUp();
  devtools.ask = async () => {
    release();
    return { data: "" };
  };
  await expect(call(operations.takeScreenshot)).rejects.toMatchObject({ status: 404 });
});

test("the time limit of code covers the wait for its browser", async () => {
  const { session, call } = setUp(new Promise<never>(() => {}));
  const processes = { start: async () => await Promise.reject(new Error("there is no time left")) };
  const files = { makeFolder: async () => {}, removeFolder: async () => {} };
  const sandbox = { programPath: (path: string) => path };
  Object.assign(session, { instance: { processes, files, sandbox, paths: { root: "/", home: "/home" } } });
  expect(await call(operations.executePlaywright, { code: "return 1", timeout_sec: 0.02 })).toMatchObject({
    body: { success: false, error: "the code took longer than 0.02 s" },
  });
});
