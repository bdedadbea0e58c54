import { describe, expect, it } from "vitest";
import { isPayloadCut, mirrorQuestion, runOf } from "./mirror-question.ts";

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

describe("a question to the record", () => {
  it("has the values asked for and left out, durations with their bounds left out, and words", () => {
    expect(
      mirrorQuestion({
        status: ["failed", "queued"],
        not_app_name: ["shop"],
        took_over: "30s",
        took_under: "1m",
        text: "oak",
      }),
    ).toEqual({
      status: ["failed", "queued"],
      not_app: ["shop"],
      min_duration_ms: 30_001,
      max_duration_ms: 59_999,
      text: "oak",
    });
  });

  it("is none where a filter is not recorded, rather than a wider one", () => {
    expect(mirrorQuestion({ payload_has: "oak" })).toBeUndefined();
    expect(mirrorQuestion({ deployment_id: "d", text: "oak" })).toBeUndefined();
    expect(mirrorQuestion({ version: Array.from({ length: 21 }, (_, at) => `v${at}`) })).toBeUndefined();
  });
});

describe("a recorded run", () => {
  it("is a run with what is known of it", () => {
    expect(runOf(recorded)).toMatchObject({
      id: "r1",
      action_name: undefined,
      started_at: "1970-01-01T00:00:01.000Z",
      finished_at: null,
      payload: "{}",
    });
    expect(isPayloadCut(runOf(recorded))).toBe(false);
  });

  it("has no payload where only its beginning was recorded, and says so", () => {
    const run = runOf({ ...recorded, payload_head: "x".repeat(1_000) });
    expect(run.payload).toBeNull();
    expect(isPayloadCut(run)).toBe(true);
  });
});
