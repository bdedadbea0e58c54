import { expect, it } from "vitest";
import { letGoOf } from "./kept-place.ts";

const place = (active?: string, selected?: string) => ({ active, selected });

it("is the row whose sheet was closed", () => {
  expect(letGoOf(place("a"), place())).toBe("a");
  expect(letGoOf(place("a", "b"), place(undefined, "b"))).toBe("a");
  expect(letGoOf(place("a", "b"), place())).toBe("a");
});

it("is the first selected one once none is", () => {
  expect(letGoOf(place(undefined, "b"), place())).toBe("b");
  expect(letGoOf(place("a", "b"), place("a"))).toBe("b");
});

it("is none while rows are walked, opened or selected", () => {
  expect(letGoOf(place("a"), place("b"))).toBeUndefined();
  expect(letGoOf(place(), place("a", "b"))).toBeUndefined();
  expect(letGoOf(place(undefined, "a"), place(undefined, "b"))).toBeUndefined();
  expect(letGoOf(place(), place())).toBeUndefined();
});
