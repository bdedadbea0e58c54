import { expect, it } from "vitest";
import { exampleSearches } from "./example-searches.ts";

const failed = {
  id: "i1",
  app_name: "shop",
  action_name: "check out",
  version: "v1",
  status: "failed",
  started_at_ms: 0,
  finished_at_ms: 1,
  reason: 'Address "service" answered 502 (again)',
  sessions: [],
  duration_ms: 1,
  reason_key: null,
  payload_head: null,
  output_head: null,
  open: false,
  checked_at_ms: 1,
};

it("are of the newest failed invocation", () => {
  expect(exampleSearches(failed, true)).toEqual([
    "level:error since:1h",
    'action:"check out" level:warn',
    "Address service answered",
  ]);
});

it("are there without one, too", () => {
  expect(exampleSearches(undefined, true)).toHaveLength(3);
  expect(exampleSearches({ ...failed, reason: null }, true)).toHaveLength(3);
});

it("without stored lines are of what is recorded of the invocation, or none", () => {
  expect(exampleSearches(failed, false)).toEqual(["Address service answered", 'action:"check out" Address']);
  expect(exampleSearches({ ...failed, reason: null }, false)).toEqual([]);
  expect(exampleSearches(undefined, false)).toEqual([]);
});
