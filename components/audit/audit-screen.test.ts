import { expect, test } from "vitest";
import { filterOf, filterWords } from "./audit-screen.ts";

test("a click on a value filters by it; a value the record cannot be asked for does not", () => {
  expect(filterOf({ columnId: "actor", value: "ada", exclude: false })).toEqual({ actor: "ada" });
  expect(filterOf({ columnId: "phase", value: "answered", exclude: false })).toEqual({ phase: "answered" });
  expect(filterOf({ columnId: "phase", value: "pondered", exclude: false })).toBeUndefined();
  expect(filterOf({ columnId: "target", value: "x".repeat(256), exclude: false })).toBeUndefined();
  expect(filterOf({ columnId: "actor", value: "ada", exclude: true })).toBeUndefined();
  expect(filterOf({ columnId: "reason", value: "why", exclude: false })).toBeUndefined();
});

test("the filters in force are named", () => {
  expect(filterWords({ limit: 20 })).toEqual([]);
  expect(filterWords({ actor: "ada", phase: "denied" })).toEqual(["who ada", "phase denied"]);
});
