import { describe, expect, it } from "vitest";
import { shouldRetry } from "./query-client.ts";

describe("shouldRetry", () => {
  it("takes a refusal for an answer", () => {
    for (const status of [400, 401, 403, 404, 409, 429, 499, 501])
      expect(shouldRetry(0, { status })).toBe(false);
  });
  it("tries again twice when the answer failed or never came", () => {
    for (const thrown of [{ status: 500 }, { status: 503 }, new TypeError("failed to fetch")]) {
      expect([0, 1, 2].map((count) => shouldRetry(count, thrown))).toEqual([true, true, false]);
    }
  });
});
