import { beforeEach, expect, test, vi } from "vitest";
import { minuteMs } from "./bff/time-units.ts";

const atMs = Date.UTC(2026, 10, 27, 12);
const answer = (serverMs: number) =>
  new Response("", { headers: { date: new Date(serverMs).toUTCString() } });

/** The module as a page has it that was just opened. */
async function opened() {
  vi.resetModules();
  return await import("./present.ts");
}

/** This computer's clock, in milliseconds ahead of the server's. */
function set(aheadMs: number, elapsedMs = 0): void {
  vi.spyOn(Date, "now").mockReturnValue(atMs + elapsedMs + aheadMs);
}

beforeEach(() => vi.restoreAllMocks());

test.each([10 * minuteMs, -10 * minuteMs, 5_000])(
  "a clock that is %i ms ahead is corrected",
  async (ahead) => {
    const { learnPresent, presentMs, presentOf } = await opened();
    set(ahead);
    learnPresent(answer(atMs), Date.now() - 100);
    expect(Math.abs(presentMs() - atMs)).toBeLessThan(1_000);
    expect(presentOf(Date.now())).toBe(presentMs());
  },
);

test("a clock that may be right is left alone, however slow the answer", async () => {
  const { learnPresent, presentMs } = await opened();
  set(0, 900);
  learnPresent(answer(atMs), Date.now() - 50);
  expect(presentMs()).toBe(Date.now());
  set(20_000);
  learnPresent(answer(atMs), Date.now() - 30_000);
  expect(presentMs()).toBe(Date.now());
});

test("the correction stays while it fits, and goes when the clock is set", async () => {
  const { learnPresent, presentMs } = await opened();
  set(10 * minuteMs);
  learnPresent(answer(atMs), Date.now() - 100);
  const before = presentMs() - Date.now();
  for (const elapsedMs of [1_200, 7_000, 61_000]) {
    set(10 * minuteMs, elapsedMs);
    learnPresent(answer(atMs + elapsedMs), Date.now() - 400);
    expect(presentMs() - Date.now()).toBe(before);
  }
  set(0, 70_000);
  learnPresent(answer(atMs + 70_000), Date.now() - 100);
  expect(presentMs()).toBe(Date.now());
});

test("an answer without a date, or over which the clock was set back, says nothing", async () => {
  const { learnPresent, presentMs } = await opened();
  set(0);
  learnPresent(new Response(""), Date.now());
  learnPresent(answer(atMs), Date.now() + 5 * minuteMs);
  expect(presentMs()).toBe(Date.now());
});
