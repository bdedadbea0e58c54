import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { Retries } from "./retries.ts";

const full = new Error("database or disk is full");
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** An act that fails as long as `isFull`. */
function setUp() {
  const clock = new ManualClock();
  const faults: unknown[] = [];
  const done: string[] = [];
  const state = { isFull: true, attempts: 0 };
  const retries = new Retries({ clock, intervalMs: 1_000, report: (error) => void faults.push(error) });
  const run = async (key: string, name: string) =>
    await retries.run(key, () => {
      state.attempts += 1;
      if (state.isFull) throw full;
      done.push(name);
    });
  return { clock, faults, done, state, retries, run };
}

test("an act that fails is reported once and tried again until it succeeds, instead of later ones", async () => {
  const { clock, faults, done, state, run } = setUp();
  const all = Promise.all([run("a", "first"), run("a", "later"), run("b", "other")]);
  for (let second = 0; second < 3; second++) {
    clock.advance(1_000);
    await settle();
  }
  expect([state.attempts, done, faults]).toEqual([8, [], [full, full]]);
  state.isFull = false;
  clock.advance(1_000);
  await all;
  expect(done).toEqual(["first", "other"]);
  void run("a", "next");
  void run("a", "and next");
  expect(done).toEqual(["first", "other", "next", "and next"]);
  clock.advance(60_000);
  await settle();
  expect(state.attempts).toBe(12);
});

test("acts that wait are tried a last time at the close; those after it once", async () => {
  const { clock, faults, state, retries, run } = setUp();
  const waiting = run("a", "first");
  retries.close();
  await waiting;
  await run("b", "other");
  clock.advance(60_000);
  await settle();
  expect([state.attempts, faults]).toEqual([3, [full, full]]);
});
