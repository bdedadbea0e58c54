import { describe, expect, it } from "vitest";
import { changesBrowsers, changesOf, draftOf, faultsOf, formatChange } from "./pool-changes.ts";

const pool = {
  id: "p1",
  available_count: 1,
  acquired_count: 1,
  created_at: "2026-02-03T04:05:06Z",
  browser_pool_config: { size: 4, fill_rate_per_minute: 25, timeout_seconds: 600, proxy_id: "px" },
};
const before = draftOf(pool);

describe("a pool's changes", () => {
  it("contain only what differs", () => {
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf({ ...before, size: "6", proxyId: "", headless: true }, before)).toEqual({
      size: 6,
      proxy_id: "",
      headless: true,
    });
  });

  it("are described with the previous values", () => {
    const changes = changesOf({ ...before, size: "6", proxyId: "" }, before);
    expect(formatChange(changes, pool)).toEqual(["size 4 → 6", "proxy_id px → none"]);
    expect([
      changesBrowsers({ size: 6, fill_rate_per_minute: 1 }),
      changesBrowsers({ stealth: true }),
    ]).toEqual([false, true]);
  });

  it("are validated, except unchanged values", () => {
    expect(faultsOf({ ...before, size: "0", fillRate: "26", timeoutSeconds: "x" }, before)).toEqual({
      size: "A whole number of 1 to 100.",
      fillRate: "A whole number of 0 to 25 %.",
      timeoutSeconds: "A whole number of 10 to 259200.",
    });
    const odd = draftOf({ ...pool, browser_pool_config: { size: 500 } });
    expect(faultsOf({ ...odd, headless: true }, odd)).toEqual({});
  });
});
