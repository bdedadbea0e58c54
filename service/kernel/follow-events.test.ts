import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { follow } from "./follow-events.ts";

test("the final state is sent when nothing is left to wait for, so that a heartbeat cannot follow it", async () => {
  let isOpen = true;
  const subject = {
    snapshot: () => ({ status: "succeeded", over: true, state: () => [{ event: "state" }] }),
    log: () => ({
      read: async () => [],
      close: async () => {
        await new Promise(setImmediate);
        isOpen = false;
      },
    }),
    news: () => new Promise<void>(() => {}),
    stopping: () => false,
  };
  const batches = follow(subject, {
    since: undefined,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  expect((await batches.next()).value).toEqual([{ event: "state" }]);
  expect(isOpen).toBe(false);
});
