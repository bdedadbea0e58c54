import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { DevTools } from "../chromium/devtools.ts";
import { computerRoutes } from "./computer-routes.ts";
import type { Sessions } from "./sessions.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const inFront: Record<string, object> = {
  "Target.attachToTarget": { sessionId: "S1" },
  "Runtime.evaluate": { result: { value: "visible" } },
};

/** A click on a page whose browser answers nothing but which page is in front; `onInput` gets the input. */
async function click(onInput: (browser: { end: () => void }) => void): Promise<unknown> {
  const devtools = await DevTools.over(async ({ receive, closed }) => ({
    isOpen: () => true,
    send: (text) => {
      const { id, method } = JSON.parse(text);
      const result = inFront[method];
      if (result) receive(Buffer.from(JSON.stringify({ id, result })));
      else onInput({ end: closed });
      return true;
    },
    drained: async () => {},
    close: () => {},
  }));
  const browser = {
    chromium: { devtools },
    pages: { open: [{ targetId: "T1" }] },
    dialogs: { of: () => undefined, onChange: () => () => {} },
  };
  const { signal: never } = new AbortController();
  const session = {
    id: "s",
    lease: "l",
    browser,
    connect: () => () => {},
    closing: never,
    holding: never,
    reassigned: never,
  };
  // Only these are used.
  const sessions = { living: () => session } as unknown as Sessions;
  const route = computerRoutes({ sessions }).find(({ operation }) => operation === operations.clickMouse);
  const call = { params: { id: "s" }, body: { x: 1, y: 1 }, signal: new AbortController().signal };
  return await route?.handle(call as Parameters<typeof route.handle>[0]).catch((error: unknown) => error);
}

test.each([
  { what: "restarts", onInput: ({ end }: { end: () => void }) => end(), why: "closed" },
  {
    what: "does not answer",
    onInput: () => void vi.advanceTimersByTimeAsync(15_000),
    why: "no answer in time",
  },
])("input during which the browser $what is an error that clients do not retry", async ({ onInput, why }) => {
  expect(await click(onInput)).toMatchObject({
    status: 500,
    code: "browser_failed",
    message: expect.stringContaining(why),
    headers: { "x-should-retry": "false" },
  });
});
