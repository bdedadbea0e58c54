import { expect, it } from "vitest";
import type { Dependents } from "@/lib/bff/inventory";
import { reachSuffix } from "./format-dependents.ts";

it("marks the number of dependents as a minimum where not all was read", () => {
  const all: Dependents = {
    at_ms: 1,
    pools: { reach: "all", items: [] },
    sessions: { reach: "all", items: [] },
    invocations: { reach: "all", items: [] },
  };
  expect(reachSuffix(all)).toBe("");
  expect(reachSuffix({ ...all, invocations: { reach: "remembered", items: [] } })).toBe(", as last seen");
  const first: Dependents = { ...all, pools: { reach: "first", items: [] } };
  expect(reachSuffix({ ...first, invocations: { reach: "remembered", items: [] } })).toBe(", at least");
});
