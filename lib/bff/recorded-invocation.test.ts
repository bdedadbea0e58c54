import { describe, expect, it } from "vitest";
import { invocationOf, isOutputCut, isPayloadCut, isRecorded } from "./recorded-invocation.ts";

const recorded = {
  id: "r1",
  app_name: "shop",
  action_name: "",
  version: "v1",
  status: "failed",
  started_at_ms: 1_000,
  finished_at_ms: null,
  duration_ms: null,
  reason: "HTTP 500",
  reason_key: "HTTP <n>",
  payload_head: "{}",
  output_head: null,
  open: false,
  checked_at_ms: 5,
  sessions: [],
};

describe("a recorded run", () => {
  it("is a run with what is known of it", () => {
    expect(invocationOf(recorded)).toMatchObject({
      id: "r1",
      action_name: undefined,
      started_at: "1970-01-01T00:00:01.000Z",
      finished_at: null,
      payload: "{}",
    });
    expect(isPayloadCut(invocationOf(recorded))).toBe(false);
  });

  it("says of each text whether it was cut, and that the record tells it", () => {
    const run = invocationOf({ ...recorded, output_head: "x".repeat(1_000) });
    expect([isRecorded(run), isPayloadCut(run), isOutputCut(run)]).toEqual([true, false, true]);
    expect([run.payload, run.output]).toEqual(["{}", null]);
    expect(isRecorded({ id: "of the API" })).toBe(false);
  });

  it("has no payload where only its beginning was recorded, and says so", () => {
    const run = invocationOf({ ...recorded, payload_head: "x".repeat(1_000) });
    expect(run.payload).toBeNull();
    expect(isPayloadCut(run)).toBe(true);
  });
});
