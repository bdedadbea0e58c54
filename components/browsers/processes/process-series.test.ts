import { expect, it } from "vitest";
import { paces } from "@/lib/paces";
import { formatSampleStep, pastGapMs, recordedSpanOf } from "./process-series.ts";

const sample = (at_ms: number) => ({ at_ms, cpu_pct: 1, cpu_max: 2, mem_bytes: 3 });

it("spans all recorded samples, at least ten minutes", () => {
  expect(recordedSpanOf([], 5)).toBeUndefined();
  expect(recordedSpanOf([sample(5_000_000), sample(9_000_000)], 4_800_000)).toEqual({
    fromMs: 4_800_000,
    toMs: 9_000_000,
  });
  expect(recordedSpanOf([sample(9_000_000)], 8_999_000)).toEqual({ fromMs: 8_400_000, toMs: 9_000_000 });
});

it("names the step of a point, and joins adjacent steps wherever in them their last samples are", () => {
  expect(formatSampleStep(null)).toBe("Every sample is drawn.");
  expect(formatSampleStep(300_000)).toBe("In steps of 5 min: mean and highest CPU, highest memory.");
  expect(pastGapMs(null)).toBe(paces.samples.processGapMs);
  expect(pastGapMs(300_000)).toBe(600_000);
});
