import fc from "fast-check";
import { expect, it } from "vitest";
import type { NetworkRequest } from "@/lib/telemetry/network-requests";
import { requestOf } from "@/tests/support/dashboard/network-requests";
import { axisOf, barOf, shareAt, tickText } from "./waterfall.ts";

const at = Date.UTC(2026, 10, 23, 3, 8, 58);
const of = (startMs: number | undefined, endMs: number | undefined): NetworkRequest =>
  requestOf({ startMs, endMs });

it("has whole ticks, and places for bars and moments", () => {
  const first = of(at, at + 400);
  const axis = axisOf([first, of(at + 7_000, at + 8_000)], 0);
  if (axis === undefined) throw new Error("no axis");
  expect(axis).toMatchObject({ fromMs: at, toMs: at + 8_400, stepMs: 5_000 });
  expect(axis.ticks).toEqual([at + 2_000, at + 7_000]);
  expect(barOf(axis, first, 0)).toEqual({ left: 0, width: 400 / 8_400 });
  expect(shareAt(axis, at + 4_200)).toBe(0.5);
  expect(shareAt(axis, at - 1)).toBeUndefined();
});

it("is not stretched by what is open, which lasts to the latest event or the end of the axis", () => {
  const open = of(at + 500, undefined);
  const axis = axisOf([of(at, at + 1_000), open], at + 60_000);
  if (axis === undefined) throw new Error("no axis");
  expect(axis.toMs).toBe(at + 1_050);
  expect(barOf(axis, open, at + 60_000)).toEqual({ left: 500 / 1_050, width: 550 / 1_050 });
  expect(barOf(axis, open, at + 700)).toEqual({ left: 500 / 1_050, width: 200 / 1_050 });
  expect(axisOf([], at)).toBeUndefined();
});

it("has few ticks, and every bar within", () => {
  const span = fc.record({ startMs: fc.integer({ min: 0, max: 1e9 }), ms: fc.integer({ min: 0, max: 1e8 }) });
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 20 }), (spans) => {
      const requests = spans.map(({ startMs, ms }) => of(at + startMs, at + startMs + ms));
      const axis = axisOf(requests, at);
      expect(axis?.ticks.length).toBeLessThanOrEqual(5);
      for (const request of requests) {
        const bar = axis && barOf(axis, request, at);
        expect(bar?.left).toBeGreaterThanOrEqual(0);
        expect((bar?.left ?? 0) + (bar?.width ?? 2)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it("names ticks by what differs", () => {
  expect(tickText("03:08:58.000", 120_000)).toBe("03:08");
  expect(tickText("03:08:58.000", 2_000)).toBe(":58");
  expect(tickText("03:08:58.200", 200)).toBe("58.2");
  expect(tickText("03:08:58.250", 50)).toBe("58.25");
});
