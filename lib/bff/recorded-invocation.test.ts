import { describe, expect, it } from "vitest";
import { invocationOf, isForgotten, isOutputCut, isPayloadCut, isRecorded } from "./recorded-invocation.ts";

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

describe("invocationOf", () => {
  it("converts the recorded fields", () => {
    expect(invocationOf(recorded)).toMatchObject({
      id: "r1",
      action_name: undefined,
      started_at: "1970-01-01T00:00:01.000Z",
      finished_at: null,
      payload: "{}",
    });
    expect(isPayloadCut(invocationOf(recorded))).toBe(false);
  });

  it("marks one that the API has forgotten before its end", () => {
    const running = { ...recorded, status: "running", reason: null };
    expect(isForgotten(invocationOf(recorded))).toBe(false);
    expect(isForgotten(invocationOf({ ...running, open: true }))).toBe(false);
    expect(isForgotten(invocationOf({ ...running, status: "unknown", open: false }))).toBe(true);
    // As recorded by an earlier version.
    expect(invocationOf({ ...running, open: false })).toMatchObject({
      status: "unknown",
      is_forgotten: true,
    });
  });

  it("marks cut texts and the record as source", () => {
    const invocation = invocationOf({ ...recorded, output_head: "x".repeat(1_000) });
    expect([isRecorded(invocation), isPayloadCut(invocation), isOutputCut(invocation)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([invocation.payload, invocation.output]).toEqual(["{}", null]);
    expect(isRecorded({ id: "of the API" })).toBe(false);
  });

  it("omits and marks a payload of which only the beginning was recorded", () => {
    const invocation = invocationOf({ ...recorded, payload_head: "x".repeat(1_000) });
    expect(invocation.payload).toBeNull();
    expect(isPayloadCut(invocation)).toBe(true);
  });
});
