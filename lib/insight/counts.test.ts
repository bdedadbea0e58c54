import { describe, expect, it } from "vitest";
import { type CountSample, lastAnswers } from "./counts.ts";

const at = (seconds: number, available: number | null): CountSample => ({
  at_ms: seconds * 1000,
  available,
  acquired: available === null ? null : 0,
  size: available === null ? null : 10,
});
const times = (samples: readonly CountSample[]) =>
  lastAnswers(samples, 45_000).map(({ atMs }) => atMs / 1000);

describe("the newest answers", () => {
  it("pass over a poll without an answer, which hides no more than a slow pace does", () => {
    expect(times([at(0, 6), at(15, null), at(30, 6), at(32, null), at(34, 6)])).toEqual([0, 30, 34]);
  });

  it("begin after a silence that is a gap, however many polls were made in it", () => {
    const outage = [15, 30, 45].map((seconds) => at(seconds, null));
    expect(times([at(0, 6), ...outage, at(60, 6), at(75, 6)])).toEqual([60, 75]);
    expect(times([at(0, 6), at(60, 6)])).toEqual([60]);
  });

  it("begin where the clock was set back: nobody knows how much time passed there", () => {
    expect(times([at(0, 6), at(15, 6), at(19.999, null), at(20, 6), at(35, 6)])).toEqual([20, 35]);
  });

  it("go back past a poll without an answer also where polls come quickly", () => {
    expect(times([at(0, 6), at(0.1, null), at(0.2, 6), at(0.3, 6)])).toEqual([0, 0.2, 0.3]);
  });

  it("are none once the newest poll has none", () => {
    expect(times([at(0, 6), at(15, 6), at(30, null)])).toEqual([]);
    expect(times([])).toEqual([]);
  });
});
