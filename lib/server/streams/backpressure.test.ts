import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "../../clock.ts";
import { Backpressure, type RingReader } from "./backpressure.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();

function makeBackpressure(...readers: RingReader[]) {
  const backpressure = new Backpressure(systemClock);
  const removals = readers.map((reader) => backpressure.add(reader));
  /** How long the writer waits for room, in milliseconds. */
  const waitMs = async () => {
    const startMs = performance.now();
    let endMs: number | undefined;
    void backpressure.room(signal).then(() => {
      endMs = performance.now();
    });
    await vi.advanceTimersByTimeAsync(60_000);
    return (endMs ?? Number.POSITIVE_INFINITY) - startMs;
  };
  return { backpressure, removals, waitMs };
}

test("does not wait without readers, nor for those who keep up", async () => {
  expect(await makeBackpressure().waitMs()).toBe(0);
  expect(await makeBackpressure({ backlog: 10, isUrgent: false }).waitMs()).toBe(0);
});

test("waits two seconds for a reader who takes nothing, once", async () => {
  const { waitMs } = makeBackpressure({ backlog: 1000, isUrgent: true });
  expect(await waitMs()).toBe(2000);
  expect(await waitMs()).toBe(0);
});

test("waits for a reader who stays behind for thirty seconds at most, and again after it had everything", async () => {
  const reader = { backlog: 1000, isUrgent: true };
  const { backpressure, waitMs } = makeBackpressure(reader);
  const taking = setInterval(() => backpressure.taken(reader), 500);
  expect(await waitMs()).toBe(30_000);
  expect(await waitMs()).toBe(0);
  clearInterval(taking);
  reader.backlog = 0;
  backpressure.taken(reader);
  reader.backlog = 1000;
  expect(await waitMs()).toBe(2000);
});

test("ends the wait when the reader leaves", async () => {
  const { removals, waitMs } = makeBackpressure({ backlog: 1000, isUrgent: true });
  setTimeout(() => removals[0]?.(), 300);
  expect(await waitMs()).toBe(300);
});
