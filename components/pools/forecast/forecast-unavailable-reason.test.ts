import { expect, it } from "vitest";
import { forecastUnavailableReason } from "./forecast-unavailable-reason.ts";

it("a pool beyond the forecast limit has no forecast, and is not awaited for ever", () => {
  const read = { complete: false, pools: [] };
  expect(forecastUnavailableReason("p101", read, null)).toBe("beyond");
  expect(forecastUnavailableReason("p101", undefined, null)).toBeUndefined();
  // Created a moment ago: the next response includes it.
  expect(forecastUnavailableReason("p1", { complete: true, pools: [] }, null)).toBeUndefined();
  expect(forecastUnavailableReason("p1", undefined, new Error("no answer"))).toBe("failed");
  expect(forecastUnavailableReason("p1", read, new Error("no answer"))).toBe("failed");
});
