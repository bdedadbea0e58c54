import { describe, expect, it } from "vitest";
import { mirrorQuestion } from "./mirror-question.ts";

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
