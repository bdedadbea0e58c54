import { expect, it } from "vitest";
import { deselectedRowOf } from "./row-focus.ts";

const place = (active?: string, selected?: string) => ({ active, selected });

it("is the row whose sheet was closed", () => {
  expect(deselectedRowOf(place("a"), place())).toBe("a");
  expect(deselectedRowOf(place("a", "b"), place(undefined, "b"))).toBe("a");
  expect(deselectedRowOf(place("a", "b"), place())).toBe("a");
});

it("is the first selected row once the selection is cleared", () => {
  expect(deselectedRowOf(place(undefined, "b"), place())).toBe("b");
  expect(deselectedRowOf(place("a", "b"), place("a"))).toBe("b");
});

it("is none while rows are navigated, opened or selected", () => {
  expect(deselectedRowOf(place("a"), place("b"))).toBeUndefined();
  expect(deselectedRowOf(place(), place("a", "b"))).toBeUndefined();
  expect(deselectedRowOf(place(undefined, "a"), place(undefined, "b"))).toBeUndefined();
  expect(deselectedRowOf(place(), place())).toBeUndefined();
});
