import { expect, test } from "vitest";
import { zonedRfc3339 } from "./zoned-rfc3339.ts";

test.each([
  ["2026-11-21T03:08:41.218000001Z", "UTC", "2026-11-21T03:08:41.218000001Z"],
  ["2026-11-21T03:08:41.218000001Z", "Europe/Berlin", "2026-11-21T04:08:41.218000001+01:00"],
  ["2026-07-01T23:30:00Z", "Europe/Berlin", "2026-07-02T01:30:00+02:00"],
  ["2026-07-01T02:30:00+02:00", "America/New_York", "2026-06-30T20:30:00-04:00"],
  ["2026-07-01T02:30:00.5Z", "Asia/Kolkata", "2026-07-01T08:00:00.5+05:30"],
  ["yesterday", "UTC", "yesterday"],
])("%s in %s is %s", (text, zone, written) => {
  expect(zonedRfc3339(text, zone)).toBe(written);
});
