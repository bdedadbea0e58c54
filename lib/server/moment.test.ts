import { describe, expect, it } from "vitest";
import { msSince, setBackSince } from "./moment.ts";

const hourMs = 3_600_000;
const then = { wallMs: 10 * hourMs, monotonicMs: 500 };
/** What the clocks say after `passedMs`, with the wall set by `stepMs` meanwhile. */
const passed = (passedMs: number, stepMs = 0) => ({
  wallMs: then.wallMs + passedMs + stepMs,
  monotonicMs: then.monotonicMs + passedMs,
});

describe("a moment", () => {
  it("is as long ago as both clocks say", () => {
    expect(msSince(then, passed(4_000))).toBe(4_000);
    expect(setBackSince(then, passed(4_000))).toBe(0);
  });

  it("is no younger because the clock was set back", () => {
    expect(msSince(then, passed(4_000, -hourMs))).toBe(4_000);
    expect(setBackSince(then, passed(4_000, -hourMs))).toBe(hourMs);
  });

  it("is older by the time in which the machine slept or the clock was set ahead", () => {
    expect(msSince(then, passed(4_000, hourMs))).toBe(hourMs + 4_000);
    expect(setBackSince(then, passed(4_000, hourMs))).toBe(-hourMs);
  });
});
