import { expect, it } from "vitest";
import { chosenToCompare } from "./chosen-pools.ts";
import { forecastLack } from "./forecast-lack.ts";

it("a pool beyond those that are worked out has no forecast, and is not awaited for ever", () => {
  const read = { complete: false, pools: [] };
  expect(forecastLack("p101", read, null)).toBe("beyond");
  expect(forecastLack("p101", undefined, null)).toBeUndefined();
  // Made a moment ago: the next reading has it.
  expect(forecastLack("p1", { complete: true, pools: [] }, null)).toBeUndefined();
  expect(forecastLack("p1", undefined, new Error("no answer"))).toBe("failed");
  expect(forecastLack("p1", read, new Error("no answer"))).toBe("failed");
});

it("names the chosen pools that are not on the page, each once", () => {
  expect(chosenToCompare("a,b,,c,b", [{ id: "c" }, { id: "d" }])).toEqual({
    chosen: ["a", "b", "c"],
    notShown: ["a", "b"],
  });
  expect(chosenToCompare("", [{ id: "c" }])).toEqual({ chosen: [], notShown: [] });
});
