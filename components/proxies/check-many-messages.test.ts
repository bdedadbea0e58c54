import { describe, expect, it } from "vitest";
import type { BulkProgress } from "@/components/bulk-act/bulk-job";
import type { CheckProgress } from "./check-act.ts";
import { checkManyLabel } from "./check-many-label.ts";
import { formatResult, foundDown } from "./check-many-messages.ts";

const progress: BulkProgress = {
  phase: "over",
  total: 3,
  inFlight: 0,
  done: [
    { id: "b", result: "unavailable" },
    { id: "a", result: "unavailable" },
    { id: "c", result: "available" },
  ],
  failures: [],
  unsent: [],
  pausedUntilMs: undefined,
  haltedBy: undefined,
};
const state: CheckProgress = {
  progress,
  names: new Map([
    ["a", "tokyo"],
    ["b", "berlin"],
  ]),
  more: false,
};

describe("checks of many proxies", () => {
  it("are labelled with their number, or with the bound where the page does not have all", () => {
    expect(checkManyLabel({ listed: 7, whole: true })).toBe("Check all 7");
    expect(checkManyLabel({ listed: 0, whole: true })).toBe("Check all");
    expect(checkManyLabel({ listed: 50, whole: false })).toBe("Check first 200");
  });

  it("summarise the result, and state whether more matched than were checked", () => {
    expect(formatResult(state)).toBe("3 proxies checked, 1 available, 2 unavailable.");
    expect(formatResult({ ...state, progress: { ...progress, total: 200 }, more: true })).toBe(
      "3 proxies checked, 1 available, 2 unavailable. Only the first 200 were checked: up to 200 at once.",
    );
  });

  it("list those found unavailable, and no others", () => {
    expect(foundDown(state)).toEqual([
      { id: "b", name: "berlin" },
      { id: "a", name: "tokyo" },
    ]);
  });
});
