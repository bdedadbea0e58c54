import { expect, it } from "vitest";
import { BffError } from "@/lib/queries/bff";
import { mayHaveBegun } from "./invoke-failure.ts";

it.each([
  [0, "dashboard_unreachable", true],
  [200, "unreadable_answer", true],
  [500, "internal_error", true],
  [502, "upstream_broken_off", true],
  [504, "upstream_timeout", true],
  [502, "upstream_unauthorized", false],
  [400, "bad_request", false],
  [403, "forbidden", false],
  [404, "not_found", false],
  [429, "upstream_busy", false],
  [501, "operation_absent", false],
  [503, "audit_unavailable", false],
])("after %i %s an invocation may have started: %s", (status, code, expected) => {
  expect(mayHaveBegun(new BffError(status, code, "said"))).toBe(expected);
});

it("with an equal one that is still in progress an invocation may have started", () => {
  const error = new BffError(409, "act_in_progress", "said", { isOutcomeUnknown: true });
  expect(mayHaveBegun(error)).toBe(true);
});

it("a validation error sent nothing", () => {
  expect(mayHaveBegun(new TypeError("no"))).toBe(false);
});
