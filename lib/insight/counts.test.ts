import { describe, expect, it } from "vitest";
import {
  type CountSample,
  heldOf,
  lastAnswers,
  type Measured,
  stepsOf,
  stretchesOf,
  unfilledOf,
} from "./counts.ts";

const at = (seconds: number, available: number | null): CountSample => ({
  at_ms: seconds * 1000,
  available,
  acquired: available === null ? null : 0,
  size: available === null ? null : 10,
});
const times = (samples: readonly CountSample[]) =>
  lastAnswers(samples, 45_000).map(({ atMs }) => atMs / 1000);

describe("newest answered polls", () => {
  it("skip a failed poll within the maximum distance", () => {
    expect(times([at(0, 6), at(15, null), at(30, 6), at(32, null), at(34, 6)])).toEqual([0, 30, 34]);
  });

  it("start after a gap, regardless of failed polls in it", () => {
    const outage = [15, 30, 45].map((seconds) => at(seconds, null));
    expect(times([at(0, 6), ...outage, at(60, 6), at(75, 6)])).toEqual([60, 75]);
    expect(times([at(0, 6), at(60, 6)])).toEqual([60]);
  });

  it("skip a failed poll at short intervals too", () => {
    expect(times([at(0, 6), at(0.1, null), at(0.2, 6), at(0.3, 6)])).toEqual([0, 0.2, 0.3]);
  });

  it("are empty if the newest poll failed", () => {
    expect(times([at(0, 6), at(15, 6), at(30, null)])).toEqual([]);
    expect(times([])).toEqual([]);
  });

  it("hold for a time while later polls fail", () => {
    const held = (seconds: number) => {
      const samples = [at(0, 6), at(15, 6), at(30, null), at(45, null)];
      return lastAnswers(samples, 45_000, seconds * 1_000).map(({ atMs }) => atMs / 1_000);
    };
    expect(held(30)).toEqual([0, 15]);
    expect(held(29)).toEqual([]);
    expect(lastAnswers([at(0, null)], 45_000, 30_000)).toEqual([]);
  });
});

const measured = (seconds: number, available: number, acquired = 0, size: number | null = 10): Measured => ({
  atMs: seconds * 1000,
  available,
  acquired,
  size,
});

describe("stretches of polls", () => {
  const seconds = (samples: readonly CountSample[]) =>
    stretchesOf(samples, 45_000).map((stretch) => stretch.map(({ atMs }) => atMs / 1000));

  it("are split at failed polls and at distances beyond the maximum", () => {
    expect(seconds([])).toEqual([]);
    expect(seconds([at(0, null), at(1, null)])).toEqual([]);
    expect(seconds([at(0, 6), at(45, 6), at(90.001, 6)])).toEqual([[0, 45], [90.001]]);
    expect(seconds([at(0, 6), at(15, null), at(30, null), at(31, 6), at(32, 6), at(33, null)])).toEqual([
      [0],
      [31, 32],
    ]);
    expect(seconds([at(0, 6), { ...at(15, 6), acquired: null }, at(30, 6)])).toEqual([[0], [30]]);
  });

  it("have the counts of the polls", () => {
    const sample = { at_ms: 5, available: 1, acquired: 2, size: null };
    expect(stretchesOf([sample], 1)).toEqual([[{ atMs: 5, available: 1, acquired: 2, size: null }]]);
  });
});

it("a pool lacks what its size exceeds its browsers by", () => {
  expect(heldOf(measured(0, 3, 4))).toBe(7);
  expect([unfilledOf(measured(0, 3, 4)), unfilledOf(measured(0, 8, 4))]).toEqual([3, 0]);
  expect(unfilledOf(measured(0, 3, 4, null))).toBeNull();
});

it.each([
  ["acquired", [5, 1], [3, 3], { started: 0, lost: 0, taken: 2 }],
  ["released", [3, 3], [4, 2], { started: 0, lost: 0, taken: -1 }],
  ["started", [3, 3], [5, 3], { started: 2, lost: 0, taken: 0 }],
  ["started and acquired", [3, 3], [3, 5], { started: 2, lost: 0, taken: 2 }],
  ["lost while acquired", [3, 3], [3, 1], { started: 0, lost: 2, taken: 0 }],
] as const)("between two polls, browsers were %s", (_, [available, acquired], [later, out], step) => {
  const [before, after] = [measured(10, available, acquired), measured(25, later, out)];
  expect(stepsOf([before, after])).toEqual([{ before, after, ms: 15_000, ...step }]);
  expect(stepsOf([before])).toEqual([]);
});
