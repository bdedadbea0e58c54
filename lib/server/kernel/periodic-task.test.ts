import { expect, it } from "vitest";
import type { Clock } from "../../clock.ts";
import { DueParts, PeriodicTask } from "./periodic-task.ts";

/** A clock whose one timer runs when `next` is called. */
function steppedClock() {
  let due: { delayMs: number; run: () => void } | undefined;
  let nowMs = 1_000;
  const clock: Clock = {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    later(delayMs, run) {
      const timer = { delayMs, run };
      due = timer;
      return () => {
        if (due === timer) due = undefined;
      };
    },
  };
  return {
    clock,
    isWaiting: () => due !== undefined,
    async next() {
      const timer = due;
      due = undefined;
      nowMs += timer?.delayMs ?? 0;
      timer?.run();
      await new Promise(setImmediate);
    },
  };
}

it("goes on after a failure, and reports each", async () => {
  const { clock, next } = steppedClock();
  const outcomes = [true, false, false, true];
  const reported: string[] = [];
  let turns = 0;
  const work = new PeriodicTask({
    everyMs: 100,
    turn: async () => {
      if (outcomes[turns++] === false) throw new Error(`turn ${turns}`);
    },
    failure: "lines could not be stored",
    clock,
    report: (what, error) => reported.push(`${what}: ${error instanceof Error ? error.message : ""}`),
  });
  work.start();
  for (const _ of outcomes) await next();
  expect(turns).toBe(4);
  expect(reported).toEqual(["lines could not be stored: turn 2", "lines could not be stored: turn 3"]);
});

it("begins no turn after it was stopped, also while one was running", async () => {
  const { clock, next, isWaiting } = steppedClock();
  const running = Promise.withResolvers<void>();
  const work = new PeriodicTask({
    everyMs: 100,
    turn: () => running.promise,
    failure: "",
    clock,
    report: () => {},
  });
  work.start();
  await next();
  work.stop();
  running.resolve();
  await new Promise(setImmediate);
  expect([isWaiting(), work.isStopped]).toEqual([false, true]);
});

it("gives each part when it is due", async () => {
  const { clock, next } = steppedClock();
  const due = new DueParts<"look" | "clean">(clock);
  expect([due.take("look", 100), due.take("look", 100), due.take("clean", 1_000)]).toEqual([
    true,
    false,
    true,
  ]);
  clock.later(100, () => {});
  await next();
  expect([due.take("look", 100), due.take("clean", 1_000)]).toEqual([true, false]);
});
