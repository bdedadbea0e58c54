import { describe, expect, it } from "vitest";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import { fillAlarm, formatBand, formatSource, formatTimeToEmpty } from "./pool-messages.ts";
import { formatEmptyIn, formatRate } from "./pool-numbers.ts";
import {
  acquirePoolDialogTexts,
  deletePoolDialogTexts,
  editPoolDialogTexts,
  flushPoolDialogTexts,
} from "./pool-on-demand-messages.ts";

const insight: PoolInsight = {
  pool_id: "p1",
  sampled_at_ms: 1,
  samples: 9,
  available: 4,
  acquired: 6,
  size: 10,
  unfilled: 0,
  fill: { per_minute: null, source: "unknown", set: null, learned: null, configured: null },
  state: { kind: "at_size" },
  consumption: {
    from_ms: 0,
    to_ms: 1,
    minutes: 5,
    taken: 1,
    started: 0,
    lost: 0,
    taken_per_minute: 0.2,
    lost_per_minute: 0,
    slow_per_minute: 0,
    fast_per_minute: 0.4,
    windows: 11,
  },
  empty: { minutes: 20, earliest_minutes: 10, latest_minutes: null, fill_per_minute: 0 },
  remedies: [],
  drift: null,
};

describe("forecast texts", () => {
  it("format rates with two significant digits", () => {
    expect([3, 0.25, 12.4, 1.05, 0, -0.001, null].map(formatRate)).toEqual([
      "3/min",
      "0.25/min",
      "12/min",
      "1.1/min",
      "0/min",
      "0/min",
      "–",
    ]);
    expect(formatRate(100)).toBe("100/min");
  });

  it("show time and range, and never an unknown time", () => {
    const say = (given: Partial<PoolInsight>, available = 4) => {
      const changed = { ...insight, ...given };
      return [formatTimeToEmpty(changed, available), formatBand(changed, available)];
    };
    expect(say({})).toEqual(["20 min", "10 min at the fastest rate, not at the slowest"]);
    expect(say({ consumption: null, empty: null })).toEqual(["–", "Not enough data yet"]);
    expect(say({ sampled_at_ms: null, empty: null })).toEqual(["–", "No recent samples"]);
  });

  it("never give a time where no browser is available", () => {
    expect([formatTimeToEmpty(insight, 0), formatBand(insight, 0)]).toEqual([
      "empty now",
      "No browser is available",
    ]);
    expect([formatEmptyIn(0), formatEmptyIn(null), formatEmptyIn(undefined), formatEmptyIn(0.4)]).toEqual([
      "now",
      "–",
      "–",
      "1 min",
    ]);
    // The sample was empty, the newest count is not.
    expect(formatTimeToEmpty({ ...insight, available: 0 }, 2)).toBe("–");
  });

  it("name the source of the fill rate", () => {
    expect(formatSource(insight.fill)).toBe("not configured, not observed yet");
    const set = { per_minute: 2, by: "ada", at_ms: 1 };
    expect(formatSource({ ...insight.fill, source: "set", set })).toBe("set by ada");
    const learned = { per_minute: 8, low_per_minute: 7, high_per_minute: 9, browsers: 56, minutes: 7 };
    const configured = { percent: 2, per_minute: 2, met: true };
    const fill = { ...insight.fill, source: "configured", configured } as const;
    expect(formatSource({ ...fill, learned })).toBe("as configured, observed 8/min");
    expect(formatSource(fill)).toBe("as configured, not observed yet");
    expect(formatSource({ ...fill, learned, configured: { ...configured, percent: 0 } })).toBe(
      "configured as 0 %",
    );
  });

  it("describe an alarm with its evidence, and nothing else", () => {
    expect(fillAlarm({ unfilled: 4 }, insight)).toBeUndefined();
    const evidence = {
      from_ms: 0,
      to_ms: 90_000,
      unfilled_at_start: 4,
      unfilled_now: 4,
      expected: 3,
      shrunk: 0,
      started: 0,
      lost: 0,
    };
    const stalled = { ...insight, state: { kind: "cannot_fill", cause: "stalled", evidence } } as const;
    expect(fillAlarm({ unfilled: 4 }, stalled)).toEqual({
      cause: "Too few browsers start.",
      perMinute: 0,
      started: "0 started, 0 lost in 1 min 30 s",
      evidence:
        "In 1 min 30 s the number of missing browsers should have fallen by 3, but it stayed the same.",
    });
    expect(fillAlarm({ unfilled: 0 }, stalled)).toBeUndefined();
  });
});

describe("what acquiring a browser does", () => {
  it.each([
    ["0", "No browser is available right now. The next one is yours until"],
    ["1", "The available browser is yours until"],
    ["3", "One of 3 available browsers is yours until"],
  ])("with %s available", (count, text) =>
    expect(acquirePoolDialogTexts.yoursUntilReleased(count)).toContain(text),
  );
});

it("the restart of idle browsers counts them where there are any", () => {
  const { restartIdleBrowsers: text } = editPoolDialogTexts;
  expect(["0", "1", "2"].map(text)).toEqual([
    "Restart idle browsers with these settings",
    "Restart the 1 idle browser with these settings",
    "Restart the 2 idle browsers with these settings",
  ]);
});

it("deleting and flushing a pool count the browsers that there are", () => {
  const { idleBrowsersEnd: deletes, acquiredMustEndToo: endsAll } = deletePoolDialogTexts;
  expect(deletes("0")).toBe("This cannot be undone.");
  expect(deletes("1")).toBe("Its 1 idle browser ends. This cannot be undone.");
  expect(endsAll({ available: "0", acquired: "2" })).toBe(
    "2 are acquired and must end too. This cannot be undone.",
  );
  const { idleBrowsersReplaced: flushes } = flushPoolDialogTexts;
  expect(flushes({ available: "0", acquired: "1" })).toBe(
    "No browser is idle right now. The 1 acquired one keeps running.",
  );
  expect(flushes({ available: "2", acquired: "0" })).toBe(
    "2 idle browsers end and are replaced at the pool's fill rate.",
  );
});
