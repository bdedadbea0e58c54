import { describe, expect, it } from "vitest";
import { chosenToCompare, rangeOf } from "./pool-search-params.ts";

const nowMs = Date.UTC(2026, 5, 1, 12, 0, 30);

describe("the time range of the charts", () => {
  it("is a window that is stable for a while, or a custom range", () => {
    const window = rangeOf({}, nowMs);
    expect(window).toMatchObject({ kind: "window", window: "1h" });
    expect(rangeOf({}, nowMs + 60_000)).toEqual(window);
    expect(rangeOf({ window: "6h", from: 5, to: 9 }, nowMs)).toEqual({
      kind: "fixed",
      sinceMs: 5,
      untilMs: 9,
    });
    expect(rangeOf({ from: 9, to: 5 }, nowMs).kind).toBe("window");
  });
});

it("names the chosen pools that are not on the page, each once", () => {
  expect(chosenToCompare("a,b,,c,b", [{ id: "c" }, { id: "d" }])).toEqual({
    chosen: ["a", "b", "c"],
    notShown: ["a", "b"],
  });
  expect(chosenToCompare("", [{ id: "c" }])).toEqual({ chosen: [], notShown: [] });
});
