import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProxyCheckRecord } from "@/lib/bff/proxies";
import { hourMs } from "@/lib/bff/time-units";
import { cellPx, checkMarksOf, failingSinceOf, stripRangeOf, undrawnCheckCount } from "./check-marks.ts";

const check = (at_ms: number, status = "available"): ProxyCheckRecord => ({
  at_ms,
  status,
  latency_ms: null,
  ip: null,
  source: "operator",
});
const range = { sinceMs: 1_000, untilMs: 2_000 };

describe("marks of a strip", () => {
  it("are positioned by time; time without a check has none", () => {
    const marks = checkMarksOf([check(1_000), check(1_500, "unavailable"), check(2_000, "odd")], range, 40);
    expect(marks.map(({ xPx, look }) => [xPx, look])).toEqual([
      [0, "up"],
      [20, "down"],
      [36, "other"],
    ]);
    expect(checkMarksOf([], range, 40)).toEqual([]);
    expect(checkMarksOf([check(1_000)], { sinceMs: 1_000, untilMs: 1_000 }, 40)).toEqual([]);
  });

  it("lose no check, invent none, and show where verdicts differ within one mark", () => {
    const any = fc.record({
      at: fc.integer({ min: 500, max: 2_500 }),
      status: fc.constantFrom("available", "unavailable", "unknown"),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 80 }), fc.integer({ min: 1, max: 400 }), (given, width) => {
        const checks = given.map(({ at, status }) => check(at, status)).sort((a, b) => a.at_ms - b.at_ms);
        const marks = checkMarksOf(checks, range, width);
        const inside = checks.filter(({ at_ms }) => at_ms >= 1_000 && at_ms <= 2_000);
        expect(marks.flatMap((mark) => mark.checks)).toEqual(inside);
        for (const { xPx, look, checks: held } of marks) {
          expect(xPx % cellPx).toBe(0);
          const statuses = new Set(held.map(({ status }) => status));
          expect(look === "mixed").toBe(statuses.has("available") && statuses.has("unavailable"));
          if (look === "up") expect(statuses.has("unavailable")).toBe(false);
        }
      }),
    );
  });

  it("begin at the first record, where the range began before it", () => {
    const [since_ms, until_ms] = [hourMs, 25 * hourMs];
    const beginOf = (began_at_ms: number | null) => stripRangeOf({ since_ms, until_ms, began_at_ms }).sinceMs;
    expect(beginOf(24 * hourMs)).toBe(24 * hourMs);
    expect(beginOf(0)).toBe(hourMs);
    expect(beginOf(null)).toBe(hourMs);
    expect(beginOf(until_ms - 1)).toBe(until_ms - hourMs / 4);
  });

  it("stay in place with each answer within half a minute, and hold its newest check", () => {
    const since = 1_000 * hourMs;
    const answer = (lateMs: number, began_at_ms: number | null) =>
      // It arrives a moment after the range was requested.
      stripRangeOf({ since_ms: since + lateMs, until_ms: since + 24 * hourMs + lateMs + 40, began_at_ms });
    for (const began of [null, 0, since + hourMs]) {
      expect(answer(20_000, began)).toEqual(answer(10_000, began));
      expect(answer(40_000, began)).not.toEqual(answer(10_000, began));
      expect(answer(10_000, began).untilMs).toBeGreaterThan(since + 24 * hourMs + 10_040);
    }
  });

  it("say since when all checks fail", () => {
    const down = (at_ms: number) => check(at_ms, "unavailable");
    expect(failingSinceOf([down(1), check(2), down(3), down(4)])).toBe(3);
    expect(failingSinceOf([check(1), down(2), check(3)])).toBeUndefined();
    expect(failingSinceOf([down(1), down(2)])).toBeUndefined();
    expect(failingSinceOf([])).toBeUndefined();
  });

  it("report how many older checks are counted but not shown", () => {
    expect(undrawnCheckCount([check(1_000)], undefined)).toBe(0);
    expect(undrawnCheckCount([check(1_000)], { checks: 1 })).toBe(0);
    expect(undrawnCheckCount([check(1_000), check(1_500)], { checks: 40 })).toBe(38);
  });
});
