import { expect, it } from "vitest";
import { paces } from "@/lib/paces";
import { pastGapMs, pastSpan, pastStepWords } from "./process-series.ts";

const sample = (at_ms: number) => ({ at_ms, cpu_pct: 1, cpu_max: 2, mem_bytes: 3 });

it("draws all that was recorded from its beginning to its last answer, ten minutes at least", () => {
  expect(pastSpan([], 5)).toBeUndefined();
  expect(pastSpan([sample(5_000_000), sample(9_000_000)], 4_800_000)).toEqual({
    fromMs: 4_800_000,
    toMs: 9_000_000,
  });
  expect(pastSpan([sample(9_000_000)], 8_999_000)).toEqual({ fromMs: 8_400_000, toMs: 9_000_000 });
});

it("says what a point stands for, and joins neighbouring steps, wherever in them the last answers lie", () => {
  expect(pastStepWords(null)).toBe("Each is drawn.");
  expect(pastStepWords(300_000)).toBe("Drawn by 5 min: the mean and the most of the CPU, the most memory.");
  expect(pastGapMs(null)).toBe(paces.samples.processGapMs);
  expect(pastGapMs(300_000)).toBe(600_000);
});
