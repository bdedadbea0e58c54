import { expect, it } from "vitest";
import { failureCause } from "./failure-messages.ts";

it.each([
  ["upstream_timeout", "the API did not answer in time"],
  ["store_unavailable", "the database does not answer"],
  ["not_running", "the dashboard was not running"],
  ["not_polled", "the dashboard was suspended"],
  ["upstream_unauthorized", "the API refuses the dashboard's token"],
  ["name_taken", "name taken"],
])("the code %s is read as: %s", (code, cause) => {
  expect(failureCause(code)).toBe(cause);
});
