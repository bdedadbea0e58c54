import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { Spare } from "./spare.ts";

interface FakeBrowser {
  settings: string;
  exit: () => void;
  exited: Promise<void>;
}

function setUp({ room = true, freeBytes = 8e9 }: { room?: boolean; freeBytes?: number } = {}) {
  const clock = new ManualClock();
  const started: FakeBrowser[] = [];
  const destroyed: FakeBrowser[] = [];
  const errors: unknown[] = [];
  let failure: Error | undefined;
  const spare = new Spare<string, FakeBrowser>({
    hasRoom: () => room,
    async start(settings) {
      if (failure) throw failure;
      const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
      const browser = { settings, exit, exited };
      started.push(browser);
      return browser;
    },
    ended: ({ exited }) => exited,
    async destroy(browser) {
      destroyed.push(browser);
    },
    clock,
    paces: { startAfterMs: 500, keepMs: 600_000 },
    report: (error) => errors.push(error),
    freeBytes: () => freeBytes,
  });
  const startNow = (settings: string) => {
    spare.startSoon(settings);
    clock.advance(500);
  };
  return { clock, spare, started, destroyed, errors, startNow, fail: (error: Error) => (failure = error) };
}

test("a spare has the settings of the last session and is given once", async () => {
  const { spare, started, startNow } = setUp();
  spare.startSoon("small");
  startNow("large");
  expect(started.map(({ settings }) => settings)).toEqual(["large"]);
  expect(await spare.take("small")).toBeUndefined();
  expect(await spare.take("large")).toBe(started[0]);
  expect(await spare.take("large")).toBeUndefined();
  expect(spare.count).toBe(0);
});

test("one with other settings is ended for the new one, the same one is kept", async () => {
  const { spare, started, destroyed, startNow } = setUp();
  startNow("small");
  startNow("small");
  expect(started).toHaveLength(1);
  startNow("large");
  await expect.poll(() => destroyed).toEqual([started[0]]);
  expect(await spare.take("large")).toBe(started[1]);
});

test.each([{ room: false }, { freeBytes: 5e8 }])("none is started with %o", (limits) => {
  const { spare, started, startNow } = setUp(limits);
  startNow("small");
  expect([started.length, spare.count]).toEqual([0, 0]);
});

test("a spare ends when its browser ends, when nobody needs it, and at the close", async () => {
  const { clock, spare, started, destroyed, startNow } = setUp();
  startNow("small");
  started[0]?.exit();
  await expect.poll(() => destroyed).toEqual([started[0]]);
  startNow("small");
  clock.advance(600_000);
  await expect.poll(() => destroyed).toEqual([started[0], started[1]]);
  startNow("small");
  await spare.close();
  expect(destroyed).toEqual(started);
  startNow("small");
  expect(started).toHaveLength(3);
});

test("a spare that cannot be started is reported, and the session starts its own", async () => {
  const { spare, errors, startNow, fail } = setUp();
  const error = new Error("Chromium ended while starting");
  fail(error);
  startNow("small");
  expect(await spare.take("small")).toBeUndefined();
  expect([errors, spare.count]).toEqual([[error], 0]);
});
