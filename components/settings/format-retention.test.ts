import { expect, it } from "vitest";
import { formatRawRetention, formatRetention } from "./format-retention.ts";

const retention = { raw_hours: 36, days: 14, audit_days: 365 };

it("states for each table how long it is stored and what replaces it", () => {
  expect(formatRawRetention(retention)).toBe("1 d 12 h");
  expect(formatRetention("process_samples", retention)).toBe("1 d 12 h, then 5 min steps");
  expect(formatRetention("pool_samples", retention)).toBe("1 d 12 h, then 5 min steps");
  expect(formatRetention("invocation_rollups", retention)).toBe("1 d 12 h by 5 min, 14 d by the hour");
  expect(formatRetention("resources", retention)).toBe("14 d after last seen, pinned: no limit");
  expect(formatRetention("audit", retention)).toBe("365 d");
  expect(formatRetention("what comes later", retention)).toBe("–");
});
