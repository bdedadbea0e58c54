import { describe, expect, it } from "vitest";
import type { PoolInsight } from "../bff/pool-insight.ts";
import { isInTrouble, minutesLeft, poolConditionOf, poolConditions, poolSeverity } from "./pool-condition.ts";

type Insight = Pick<PoolInsight, "state" | "consumption" | "empty" | "available">;
const insightOf = (given: Partial<Insight>): Insight => ({
  state: { kind: "at_size" },
  consumption: null,
  empty: null,
  available: 4,
  ...given,
});
const evidence = {
  from_ms: 0,
  to_ms: 1,
  unfilled_at_start: 4,
  unfilled_now: 4,
  expected: 3,
  shrunk: 0,
  started: 0,
  lost: 0,
};
const cannotFill = insightOf({ state: { kind: "cannot_fill", cause: "stalled", evidence } });
const lasting = (minutes: number | null, available = 4) =>
  insightOf({
    available,
    empty: { minutes, earliest_minutes: null, latest_minutes: null, fill_per_minute: 0 },
  });
const counts = (available: number, acquired: number, unfilled: number | null) => ({
  available,
  acquired,
  unfilled,
});

describe("the condition of a pool", () => {
  it.each([
    ["empty", counts(0, 2, 3), undefined],
    ["empty", counts(0, 2, 3), cannotFill],
    ["cannot_fill", counts(1, 2, 3), cannotFill],
    ["acquired", counts(0, 5, 0), undefined],
    ["emptying", counts(4, 1, 0), lasting(30)],
    ["emptying", counts(4, 1, 2), lasting(3)],
    ["not_filled", counts(4, 0, 1), insightOf({ state: { kind: "not_filled", unfilled: 1 } })],
    ["short", counts(4, 0, 1), undefined],
    ["short", counts(4, 0, 1), insightOf({ state: { kind: "unknown", why: "no_rate" } })],
    ["filling", counts(4, 0, 1), lasting(31)],
    ["at_size", counts(4, 0, 0), cannotFill],
    ["at_size", counts(4, 0, 0), lasting(null)],
    ["at_size", counts(0, 0, 0), undefined],
    ["unknown", counts(4, 0, null), undefined],
  ] as const)("is %s with %j", (condition, given, insight) => {
    expect(poolConditionOf(given, insight)).toBe(condition);
  });

  it("is trouble while clients wait, or will within half an hour", () => {
    expect(poolConditions.filter(isInTrouble)).toEqual(["empty", "cannot_fill", "acquired", "emptying"]);
  });

  it("is critical only where no browser is available", () => {
    expect(poolConditions.filter((condition) => poolSeverity(condition) === "critical")).toEqual(["empty"]);
    expect(poolConditionOf(counts(0, 2, 3), cannotFill)).toBe("empty");
  });
});

describe("the minutes left", () => {
  it("follow the counts where the insight is older", () => {
    expect(minutesLeft({ available: 0 }, lasting(2))).toBe(0);
    expect(minutesLeft({ available: 3 }, lasting(0, 0))).toBeUndefined();
    expect(minutesLeft({ available: 3 }, lasting(2))).toBe(2);
    expect(minutesLeft({ available: 3 }, lasting(null))).toBeNull();
    expect(minutesLeft({ available: 3 }, undefined)).toBeUndefined();
  });
});
