import { describe, expect, it } from "vitest";
import type { AlertPlace } from "@/lib/bff/alerts";
import { placeOf } from "./signal-messages.ts";

const sinceMs = Date.UTC(2026, 10, 25, 2, 30);
const place = (given: Partial<AlertPlace>): string =>
  placeOf({ kind: "proxy_down", subject: "p1", since_ms: sinceMs, resolved_at_ms: null, ...given });

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
    });
  });

  it("of stuck invocations opens those that are open, and when it is over all of the action", () => {
    const stuck = { kind: "stuck", subject: "shop/pay" } as const;
    expect(place(stuck)).toBe("/invocations?status=running%2Cqueued&app_name=shop&action_name=pay");
    expect(place({ ...stuck, resolved_at_ms: sinceMs })).toBe("/invocations?app_name=shop&action_name=pay");
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
