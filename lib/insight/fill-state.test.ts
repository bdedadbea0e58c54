import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Measured } from "./counts.ts";
import { fillStateOf } from "./fill-state.ts";

const at = (seconds: number, available: number, acquired = 0, size: number | null = 10): Measured => ({
  atMs: seconds * 1000,
  available,
  acquired,
  size,
});
/** A poll every 15 s with these held. */
const polled = (held: readonly number[], size = 10) =>
  held.map((count, step) => at(step * 15, count, 0, size));

describe("fill state", () => {
  it("alarms without arrivals where three were due, with the figures", () => {
    // 2 a minute: three are due after 90 s. Seven polls, 90 s, four missing all along.
    expect(fillStateOf(polled([6, 6, 6, 6, 6, 6, 6]), 2)).toEqual({
      kind: "cannot_fill",
      cause: "stalled",
      evidence: {
        from_ms: 0,
        to_ms: 90_000,
        unfilled_at_start: 4,
        unfilled_now: 4,
        expected: 3,
        shrunk: 0,
        started: 0,
        lost: 0,
      },
    });
  });

  it("waits until the window is long enough", () => {
    const state = fillStateOf(polled([6, 6, 6, 6, 6, 6]), 2);
    expect(state).toMatchObject({ kind: "watching", needed_ms: 90_000 });
  });

  it("does not alarm while the gap shrinks at the rate, or at the full size", () => {
    expect(fillStateOf(polled([4, 4, 5, 5, 6, 6, 7, 7]), 2)).toMatchObject({
      kind: "filling",
      evidence: { shrunk: 3, expected: 3.5 },
    });
    expect(fillStateOf(polled([8, 9, 10]), 2)).toEqual({ kind: "at_size" });
  });

  it("reports losses equal to arrivals", () => {
    const held = [6, 7, 6, 7, 6, 7, 6, 7, 6];
    expect(fillStateOf(polled(held), 2)).toMatchObject({
      kind: "cannot_fill",
      cause: "lost",
      evidence: { started: 4, lost: 4, shrunk: 0 },
    });
  });

  it("restarts the window when the size changes or the pool was full", () => {
    const grown = [...polled([10, 10, 10, 10, 10, 10, 10]), at(105, 10, 0, 14), at(120, 10, 0, 14)];
    expect(fillStateOf(grown, 2)).toMatchObject({ kind: "watching", evidence: { from_ms: 105_000 } });
    expect(fillStateOf(polled([6, 6, 6, 6, 10, 6, 6]), 2)).toMatchObject({ kind: "watching" });
  });

  it("is unknown without counts, size or rate, and for a fill rate of zero", () => {
    expect(fillStateOf([], 2)).toEqual({ kind: "unknown", why: "not_measured" });
    expect(fillStateOf([at(0, 1, 0, null)], 2)).toEqual({ kind: "unknown", why: "no_size" });
    expect(fillStateOf([at(0, 1)], null)).toEqual({ kind: "unknown", why: "no_rate" });
    expect(fillStateOf([at(0, 1)], 0)).toEqual({ kind: "not_filled", unfilled: 9 });
  });

  it("never alarms for a pool that fills at its rate, at any polling interval", () => {
    const script = fc.record({
      everyMs: fc.integer({ min: 3000, max: 200_000 }),
      pollMs: fc.integer({ min: 1000, max: 15_000 }),
      untilMs: fc.integer({ min: 0, max: 1_500_000 }),
      phase: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(script, ({ everyMs, pollMs, untilMs, phase }) => {
        const samples: Measured[] = [];
        for (let nowMs = 0; nowMs <= untilMs; nowMs += pollMs)
          samples.push({
            atMs: nowMs,
            available: Math.min(30, Math.floor(nowMs / everyMs + phase)),
            acquired: 0,
            size: 30,
          });
        expect(fillStateOf(samples, 60_000 / everyMs).kind).not.toBe("cannot_fill");
      }),
    );
  });
});
