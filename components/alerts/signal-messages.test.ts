import { describe, expect, it } from "vitest";
import type { AlertPlace } from "@/lib/bff/alerts";
import { formatBound, placeOf } from "./signal-messages.ts";

const sinceMs = Date.UTC(2026, 10, 25, 2, 30);
const place = (given: Partial<AlertPlace>): string =>
  placeOf({
    kind: "proxy_down",
    subject: "p1",
    since_ms: sinceMs,
    resolved_at_ms: null,
    limit_ms: null,
    ...given,
  });

describe("the link of an alert", () => {
  it("of failures opens the failed invocations of the action since the window began", () => {
    const link = new URL(place({ kind: "failure_share", subject: "shop%2Cold/pay" }), "http://dashboard");
    expect(link.pathname).toBe("/invocations");
    expect(Object.fromEntries(link.searchParams)).toEqual({
      status: "failed",
      // A comma separates values in this parameter.
      app_name: "shop\\,old",
      action_name: "pay",
      since: "2026-11-25T02:30:00.000Z",
      interrupted: "no",
    });
  });

  it("of failures that are over opens those up to its end", () => {
    const failures = {
      kind: "failure_share",
      subject: "shop/pay",
      resolved_at_ms: sinceMs + 60_000,
    } as const;
    const { searchParams } = new URL(place(failures), "http://dashboard");
    expect(searchParams.get("since")).toBe("2026-11-25T02:30:00.000Z");
    expect(searchParams.get("started_before")).toBe("2026-11-25T02:31:00.000Z");
  });

  it("of stuck invocations opens those open for its limit, and when it is over those that took so long", () => {
    const stuck = { kind: "stuck", subject: "shop/pay", limit_ms: 1_800_000 } as const;
    const filters = (given: Partial<AlertPlace>) =>
      Object.fromEntries(new URL(place({ ...stuck, ...given }), "http://dashboard").searchParams);
    const action = { app_name: "shop", action_name: "pay" };
    expect(filters({})).toEqual({ ...action, status: "running,queued", started_before: "30m" });
    expect(filters({ limit_ms: 95_000 })).toMatchObject({ started_before: "95s" });
    expect(filters({ resolved_at_ms: sinceMs })).toEqual({
      ...action,
      took_over: "30m",
      started_before: "2026-11-25T02:30:00.000Z",
    });
    // Stored by a version without the limit.
    expect(filters({ limit_ms: null })).toEqual({ ...action, status: "running,queued" });
    expect(filters({ limit_ms: null, resolved_at_ms: sinceMs })).toEqual(action);
  });

  it("of a pool opens its page, and when it is over at that time", () => {
    const pool = { kind: "pool_cannot_fill", subject: "a/b" } as const;
    expect(place(pool)).toBe("/pools/a%2Fb");
    expect(place({ ...pool, resolved_at_ms: sinceMs + 60_000 })).toBe(
      `/pools/a%2Fb?from=${sinceMs - 1_800_000}&to=${sinceMs + 1_860_000}&live=off`,
    );
  });

  it("of a proxy opens it; of the API and the recorder, their state", () => {
    expect(place({})).toBe("/proxies?open=p1");
    expect(place({ kind: "nothing_recorded", subject: "" })).toBe("/settings#recorder");
  });
});

describe("the limit of a rule on the failure share", () => {
  it.each([
    [1, "clears at 0.8 %"],
    [2, "clears at 1.6 %"],
    [20, "clears at 16 %"],
    [33, "clears at 26.4 %"],
  ])("of %d %% has the exact share at which it clears", (percent, clears) => {
    const signal = { kind: "failure_share", window_minutes: 30, percent, least: 10 } as const;
    expect(formatBound(signal)).toMatch(new RegExp(`; ${clears}$`));
  });
});
