import { describe, expect, it } from "vitest";
import { consumptionOf, insightOf, poolOf } from "@/tests/support/component/pool-fixtures";
import { poolHeadline } from "./pool-headline.ts";

const emptying = {
  pool_id: "p",
  consumption: consumptionOf({ taken_per_minute: 5.6, started: 16, minutes: 4 }),
  empty: { minutes: 7, earliest_minutes: 5, latest_minutes: null, fill_per_minute: 4 },
};

describe("the headline of a pool", () => {
  it("states when it runs empty, and why", () => {
    expect(poolHeadline(poolOf({ id: "p" }), insightOf(emptying))).toEqual({
      title: "Empty in about 7 min",
      detail: "5.6/min taken, 4/min filled.",
    });
  });

  it("gives no time where no browser is available", () => {
    const drained = poolOf({ id: "p", available_count: 0, acquired_count: 5 });
    expect(poolHeadline(drained, insightOf(emptying)).title).toBe(
      "No browser is available, 3 browsers missing",
    );
    expect(poolHeadline(poolOf({ id: "p", available_count: 0, acquired_count: 8 }), undefined)).toEqual({
      title: "No browser is available, all are acquired",
      detail: undefined,
    });
  });

  it("states that a pool does not fill, and why", () => {
    const evidence = {
      from_ms: 0,
      to_ms: 180_000,
      unfilled_at_start: 4,
      unfilled_now: 4,
      expected: 6,
      shrunk: 0,
      started: 0,
      lost: 0,
    };
    const stalled = insightOf({ pool_id: "p", state: { kind: "cannot_fill", cause: "stalled", evidence } });
    const headline = poolHeadline(poolOf({ id: "p", available_count: 4 }), stalled);
    expect(headline.title).toBe("Cannot fill: 4 of 8 browsers missing");
    expect(headline.detail).toBe("Too few browsers start.");
  });
});
