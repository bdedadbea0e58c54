import { describe, expect, it } from "vitest";
import type { BulkProgress } from "@/components/layout/bulk-run";
import type { Uses } from "@/lib/bff/inventory";
import { checkManyLabel, foundDown, reachSuffix, resultWords } from "./check-many-words.ts";
import type { CheckRunState } from "./check-run.ts";

const progress: BulkProgress = {
  phase: "over",
  total: 3,
  underWay: 0,
  done: ["a", "b", "c"].map((id) => ({ id, made: undefined })),
  failures: [],
  unsent: [],
  pausedUntilMs: undefined,
  haltedBy: undefined,
};
const state: CheckRunState = {
  progress,
  verdicts: new Map([
    ["b", "unavailable"],
    ["a", "unavailable"],
    ["c", "available"],
  ]),
  names: new Map([
    ["a", "tokyo"],
    ["b", "berlin"],
  ]),
  more: false,
};

describe("the check of many", () => {
  it("is called by how many it checks, and by its bound where the page has not all", () => {
    expect(checkManyLabel({ selected: 0, listed: 7, whole: true })).toBe("Check all 7");
    expect(checkManyLabel({ selected: 0, listed: 50, whole: false })).toBe("Check all, at most 200");
    expect(checkManyLabel({ selected: 2, listed: 50, whole: false })).toBe("Check 2 selected");
  });

  it("says what came of it, and that there are more where it stopped at its bound", () => {
    expect(resultWords(state)).toBe("3 proxies checked, 1 available, 2 unavailable.");
    expect(resultWords({ ...state, progress: { ...progress, total: 200 }, more: true })).toBe(
      "3 proxies checked, 1 available, 2 unavailable. These were the first 200; there are more, and at most 200 are checked at once.",
    );
  });

  it("names those that were found unavailable, and no others", () => {
    expect(foundDown(state)).toEqual([
      { id: "b", name: "berlin" },
      { id: "a", name: "tokyo" },
    ]);
  });

  it("claims no more of what hangs on one than was read", () => {
    const all: Uses = {
      at_ms: 1,
      pools: { reach: "all", items: [] },
      sessions: { reach: "all", items: [] },
      runs: { reach: "all", items: [] },
    };
    expect(reachSuffix(all)).toBe("");
    expect(reachSuffix({ ...all, runs: { reach: "remembered", items: [] } })).toBe(", as remembered");
    const first: Uses = { ...all, pools: { reach: "first", items: [] } };
    expect(reachSuffix({ ...first, runs: { reach: "remembered", items: [] } })).toBe(
      ", of the first ones read",
    );
  });
});
