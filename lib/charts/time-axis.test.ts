import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hourMs, minuteMs } from "../bff/time-units.ts";
import { timeTicks } from "./time-axis.ts";

const zone = "Europe/Berlin";
const at = (text: string) => Date.parse(text);
const labels = (from: string, to: string, maxTicks: number) =>
  timeTicks(at(from), at(to), zone, maxTicks).map(({ label }) => label);

describe("the ticks around a daylight saving change", () => {
  it("label the hour that is repeated twice", () => {
    expect(labels("2026-10-24T23:45:00Z", "2026-10-25T00:45:00Z", 5)).toEqual([
      ...["01:45", "02:00", "02:15", "02:30", "02:45"],
    ]);
    expect(labels("2026-10-25T00:45:00Z", "2026-10-25T01:45:00Z", 5)).toEqual([
      ...["02:45", "02:00", "02:15", "02:30", "02:45"],
    ]);
  });

  it("pass over the hour that is missing, to the end of the range", () => {
    expect(labels("2027-03-28T00:00:00Z", "2027-03-28T03:00:00Z", 7)).toEqual([
      ...["01:00", "01:30", "03:00", "03:30", "04:00", "04:30", "05:00"],
    ]);
  });

  it("stay at whole hours where the clock is set back by half an hour", () => {
    const ticks = timeTicks(at("2026-04-04T13:30:00Z"), at("2026-04-04T18:00:00Z"), "Australia/Lord_Howe", 6);
    expect(ticks.map(({ label }) => label.slice(-3))).toEqual(ticks.map(() => ":00"));
  });

  it("have each date once where the missing hour begins at midnight", () => {
    const ticks = timeTicks(at("2026-09-04T04:00:00Z"), at("2026-09-09T04:00:00Z"), "America/Santiago", 8);
    expect(ticks.map(({ label }) => label)).toEqual(["09-04", "09-05", "09-06", "09-07", "09-08", "09-09"]);
  });

  it("are in order, within the range and without holes", () => {
    const change = fc.constantFrom(at("2026-10-25T01:00:00Z"), at("2027-03-28T01:00:00Z"));
    fc.assert(
      fc.property(
        change,
        fc.integer({ min: -30 * 60, max: 30 * 60 }),
        fc.integer({ min: 1, max: 60 * 60 }),
        fc.integer({ min: 2, max: 12 }),
        (changeMs, startMinutes, spanMinutes, maxTicks) => {
          const fromMs = changeMs + startMinutes * minuteMs;
          const toMs = fromMs + spanMinutes * minuteMs;
          const times = timeTicks(fromMs, toMs, zone, maxTicks).map(({ atMs }) => atMs);
          expect(times.length).toBeLessThanOrEqual(maxTicks);
          const all = [fromMs, ...times, toMs];
          const widest = Math.max(...all.slice(1).map((end, index) => end - (all[index] ?? end)));
          expect([...new Set(times)].sort((a, b) => a - b)).toEqual(times);
          expect(times.every((time) => time >= fromMs && time <= toMs)).toBe(true);
          // Local steps of over an hour differ by the hour of the change.
          const stepMs = widestStep(spanMinutes * minuteMs, maxTicks);
          expect(widest).toBeLessThanOrEqual(stepMs <= hourMs ? stepMs : stepMs + hourMs);
        },
      ),
    );
  });
});

/** The shortest of these steps that a range of this length has room for. */
function widestStep(spanMs: number, maxTicks: number): number {
  const minutes = [1 / 60, 1 / 12, 1 / 6, 1 / 2, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880];
  const step = minutes.find((each) => spanMs / (each * minuteMs) < maxTicks);
  return (step ?? Number.POSITIVE_INFINITY) * minuteMs;
}
