import { describe, expect, it } from "vitest";
import { recordQueryOf } from "./record-query.ts";

describe("a query of the recorder", () => {
  it("contains included and excluded values, exclusive bounds of durations, and text", () => {
    expect(
      recordQueryOf({
        status: ["failed", "queued"],
        not_app_name: ["shop"],
        took_over: "30s",
        took_under: "1m",
        text: "oak",
        reason_key: "Timeout after <n> s",
        interrupted: "no",
      }),
    ).toEqual({
      status: ["failed", "queued"],
      not_app: ["shop"],
      min_duration_ms: 30_001,
      max_duration_ms: 59_999,
      text: "oak",
      reason_key: "Timeout after <n> s",
      interrupted: "no",
    });
  });

  it("is undefined if a filter is not recorded, rather than broader", () => {
    expect(recordQueryOf({ payload_has: "oak", query: "shop" })).toEqual({
      payload_has: "oak",
      query: "shop",
    });
    expect(recordQueryOf({ deployment_id: "d", text: "oak" })).toBeUndefined();
    expect(recordQueryOf({ version: Array.from({ length: 21 }, (_, at) => `v${at}`) })).toBeUndefined();
  });
});
