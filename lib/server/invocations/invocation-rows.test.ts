import { expect, it } from "vitest";
import { hasSameData, invocationRowOf } from "./invocation-rows.ts";

const row = invocationRowOf(
  {
    id: "r1",
    app_name: "shop",
    action_name: "buy",
    version: "1",
    status: "failed",
    status_reason: "HTTP 500",
  },
  1_000,
);

it("compares every column of a row except the times of its observation", () => {
  expect(hasSameData(row, { ...row })).toBe(true);
  const ignored = Object.keys(row).filter((column) => hasSameData(row, { ...row, [column]: "other" }));
  expect(ignored).toEqual(["first_seen_ms", "checked_at_ms", "sessions_at_ms"]);
});
