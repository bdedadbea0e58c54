import { expect, it } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { systemClock } from "./clock.ts";
import { selectExpired, steadyTime } from "./file-retention.ts";

const nowMs = Date.UTC(2026, 4, 10);
const file = (id: string, ageMs: number, sizeBytes: number) => ({
  id,
  finishedAt: new Date(nowMs - ageMs).toISOString(),
  sizeBytes,
});

const unwritten = async () => undefined;

it("takes no file for too old that was written later than its end says, by a clock that was behind", async () => {
  const finished = [file("old", 3000, 1), file("older", 4000, 1), file("large", 5000, 100)];
  const written = async (id: string) => nowMs - (id === "old" ? 3000 : 10);
  const limits = { keepMs: 1000, keepBytes: 100 };
  expect(await selectExpired(finished, limits, { nowMs, written })).toEqual(["old", "large"]);
});

it("selects files that are too old, and the oldest above the size limit", async () => {
  const finished = [file("new", 0, 60), file("middle", 500, 40), file("older", 900, 1), file("old", 1001, 0)];
  expect(
    await selectExpired(finished, { keepMs: 1000, keepBytes: 100 }, { nowMs, written: unwritten }),
  ).toEqual(["older", "old"]);
  expect(
    await selectExpired(finished, { keepMs: 1000, keepBytes: 101 }, { nowMs, written: unwritten }),
  ).toEqual(["old"]);
  expect(
    await selectExpired(finished, { keepMs: 5000, keepBytes: 59 }, { nowMs, written: unwritten }),
  ).toEqual(["new", "middle", "older", "old"]);
  expect(
    await selectExpired(finished, { keepMs: 500, keepBytes: 100 }, { nowMs: undefined, written: unwritten }),
  ).toEqual(["older", "old"]);
  expect(await selectExpired([], { keepMs: 0, keepBytes: 0 }, { nowMs, written: unwritten })).toEqual([]);
});

it("takes no suspension of the machine for a jump: six hours in all are enough", () => {
  const clock = new ManualClock();
  let suspendedMs = 0;
  const reports: unknown[] = [];
  const system = {
    ...systemClock,
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs() - suspendedMs,
    timestamp: () => clock.timestamp(),
  };
  const time = steadyTime(system, "file", (error) => reports.push(error));
  const hourMs = 3_600_000;
  for (let hours = 1; hours < 6; hours += 1) {
    clock.advance(hourMs);
    expect(time()).toBeUndefined();
    clock.advance(9 * hourMs);
    suspendedMs += 9 * hourMs;
    expect(time()).toBeUndefined();
  }
  clock.advance(hourMs);
  expect([time(), reports]).toEqual([clock.nowMs(), []]);
});

it("deletes by age only once the clock has been steady for six hours, and reports a jump", () => {
  const clock = new ManualClock();
  let setByMs = 0;
  const reports: unknown[] = [];
  const system = {
    ...systemClock,
    nowMs: () => clock.nowMs() + setByMs,
    monotonicMs: () => clock.monotonicMs(),
    timestamp: () => clock.timestamp(),
  };
  const time = steadyTime(system, "file", (error) => reports.push(error));
  const hourMs = 3_600_000;
  clock.advance(6 * hourMs - 1);
  expect(time()).toBeUndefined();
  clock.advance(1);
  expect(time()).toBe(clock.nowMs());
  // A clock that was behind makes nothing expire that was stored with its times, nor one that was ahead what was before.
  for (const [jumps, byMs] of [30 * 24 * hourMs, -30 * 24 * hourMs].entries()) {
    setByMs = byMs;
    expect(time()).toBeUndefined();
    clock.advance(6 * hourMs);
    expect(time()).toBe(clock.nowMs() + Math.min(0, setByMs));
    expect(reports).toHaveLength(jumps + 1);
  }
});
