import { expect, it } from "vitest";
import { failingItem } from "./attention-invocations.ts";

it("an item of a replica of the version before, which does not count interrupted invocations, is read", () => {
  const item = {
    id: "failing shop pay v1",
    severity: "critical",
    sure: "certain",
    since_ms: null,
    kind: "failing",
    app_name: "shop",
    action_name: "pay",
    version: "v1",
    failed: 4,
    finished: 8,
    share: 0.5,
    from_ms: 1,
    to_ms: 3,
    last_ms: 2,
    inputs: 0,
    reasons: [],
    kinds: 1,
    others: null,
    regressed: null,
  };
  expect(failingItem.parse(item)).toEqual(item);
});
