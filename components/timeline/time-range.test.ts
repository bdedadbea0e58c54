import { describe, expect, it } from "vitest";
import type { Timeline } from "../../lib/bff/timeline.ts";
import { timelineFromMs, timelineOf } from "../../tests/support/dashboard/timeline.ts";
import { fitted, rangeFrom, widerRange } from "./time-range.ts";

const range = { fromMs: 1_000_000, toMs: 1_600_000 };

describe("a range", () => {
  it("is rejected when inverted or wider than a response allows", () => {
    expect(rangeFrom(5, 4)).toBeUndefined();
    expect(rangeFrom(undefined, 4)).toBeUndefined();
    expect(rangeFrom(0, 32 * 86_400_000)).toBeUndefined();
    expect(rangeFrom(4, 5)).toEqual({ fromMs: 4, toMs: 5 });
  });

  it("doubles around its middle, and not beyond now", () => {
    expect(widerRange(range, 9_000_000)).toEqual({ fromMs: 700_000, toMs: 1_900_000 });
    expect(widerRange(range, 1_600_000)).toEqual({ fromMs: 400_000, toMs: 1_600_000 });
  });
});

describe("the timeline of a young fleet", () => {
  const at = (minutes: number) => timelineFromMs + minutes * 60_000;
  const nothing = { total: 0, items: [] };
  const young = (beganMs: number | null, known: Partial<Timeline> = {}): Timeline => {
    const hour = timelineOf("word");
    return {
      ...hour,
      sessions: nothing,
      checks: nothing,
      log_gaps: nothing,
      annotations: nothing,
      actions: null,
      gaps: nothing,
      began_at_ms: beganMs,
      invocations: { ...hour.invocations, total: 0, buckets: [], items: [], complete_from_ms: beganMs },
      ...known,
    };
  };
  const beginOf = (timeline: Timeline) => (fitted(timeline).from_ms - timelineFromMs) / 60_000;

  it("begins in the minute in which recording began, and is five minutes long at least", () => {
    expect(beginOf(young(at(40.7)))).toBe(40);
    expect(beginOf(young(at(59)))).toBe(55);
    expect(beginOf(young(at(-600)))).toBe(0);
  });

  it("begins there too where the API had nothing older: its list of invocations is known for longer", () => {
    const { invocations } = young(at(40));
    const whole = { ...invocations, complete_from_ms: at(-40_000) };
    expect(beginOf(young(at(40), { invocations: whole }))).toBe(40);
    const bucket = { at_ms: at(31), queued: 0, running: 0, succeeded: 1, failed: 0, other: 0 };
    const counted = { ...whole, total: 1, buckets: [bucket] };
    expect(beginOf(young(at(40), { invocations: counted }))).toBe(31);
    const first = timelineOf("word").invocations.items.slice(0, 1);
    const items = first.map((each) => ({ ...each, started_at_ms: at(38) }));
    expect(beginOf(young(at(40), { invocations: { ...counted, items } }))).toBe(38);
  });

  it("begins earlier where something older is known, and is whole where that cannot be seen", () => {
    const hour = timelineOf("word");
    expect(beginOf(young(at(40), { sessions: hour.sessions }))).toBe(29);
    expect(beginOf(young(at(40), { log_gaps: hour.log_gaps }))).toBe(31);
    expect(beginOf(young(at(40), { sessions: { ...hour.sessions, total: 700 } }))).toBe(0);
    expect(beginOf(young(null))).toBe(0);
  });
});
