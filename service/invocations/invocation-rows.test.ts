import { expect, test } from "vitest";
import { queryPlan } from "../../tests/support/service/query-plan.ts";
import { openDatabase } from "../database.ts";
import { InvocationRows } from "./invocation-rows.ts";

test("those that ended before a time are deleted, up to a number, and no open ones", () => {
  let now = "";
  const rows = new InvocationRows(openDatabase(":memory:"), () => now);
  const what = { app_name: "shop", version: "v1", action_name: "buy", deployment_id: "d1", payload: null };
  for (const [at, id] of ["a", "b", "c", "queued", "running"].entries()) {
    now = new Date(Date.UTC(2026, 0, at + 1)).toISOString();
    rows.insert({ ...what, id, time_limit_seconds: 60, waited_for: 0 });
    if (id !== "queued") rows.apply(id, { kind: "started" });
    if (id.length === 1) rows.apply(id, { kind: "returned", output: "" });
  }
  expect(rows.deleteEndedBefore("2026-01-02T12:00:00.000Z", 1)).toBe(1);
  expect(rows.deleteEndedBefore("2026-01-02T12:00:00.000Z", 5)).toBe(1);
  expect(rows.list({}).rows.map(({ id }) => id)).toEqual(["running", "queued", "c"]);
  expect(rows.deleteEndedBefore("2027-01-01T00:00:00.000Z", 5)).toBe(1);
});

test("a deletion of old ones reads none that started later", () => {
  const store = openDatabase(":memory:");
  const rows = new InvocationRows(store, () => "");
  const at = "2026-01-02T12:00:00.000Z";
  const plan = queryPlan(store, () => rows.deleteEndedBefore(at, 5), { at, limit: 5 });
  expect(plan).toContain("SEARCH invocations USING INDEX invocations_newest (started_at<?)");
  expect(plan.join()).not.toContain("SCAN invocations");
});
