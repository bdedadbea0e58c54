import { describe, expect, it } from "vitest";
import { clockStepMs } from "./clock-step.ts";
import { hourMs } from "./time-units.ts";

describe("a step of the clock", () => {
  it.each([
    [0.2, 1],
    [14_400, 15_000],
    [15_000, 15_000],
    [86_400, 2 * 60_000],
    [13 * hourMs, 24 * hourMs],
    [25 * hourMs, 48 * hourMs],
  ])("of at least %d ms is %d ms", (leastMs, stepMs) => {
    expect(clockStepMs(leastMs)).toBe(stepMs);
  });
});
