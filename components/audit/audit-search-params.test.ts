import { expect, test } from "vitest";
import { activeFilters, filterOf } from "./audit-search-params.ts";

test("a click on a value filters by it, except where the audit log cannot filter by it", () => {
  expect(filterOf({ columnId: "actor", value: "ada", exclude: false })).toEqual({ actor: "ada" });
  expect(filterOf({ columnId: "phase", value: "answered", exclude: false })).toEqual({ phase: "answered" });
  expect(filterOf({ columnId: "phase", value: "pondered", exclude: false })).toBeUndefined();
  expect(filterOf({ columnId: "target", value: "x".repeat(256), exclude: false })).toBeUndefined();
  expect(filterOf({ columnId: "actor", value: "ada", exclude: true })).toBeUndefined();
  expect(filterOf({ columnId: "reason", value: "why", exclude: false })).toBeUndefined();
});

test("the active filters are named", () => {
  expect(activeFilters({ limit: 20 })).toEqual({});
  expect(activeFilters({ actor: "ada", phase: "denied" })).toEqual({
    actor: "who ada",
    phase: "phase denied",
  });
});
