import { describe, expect, it } from "vitest";
import { driftOf } from "./drift.ts";

describe("drift", () => {
  it("names each field that differs, with both values", () => {
    const config = { headless: true, timeout_seconds: 600, viewport: { width: 1280, height: 800 } };
    const session = { headless: false, timeout_seconds: 300, viewport: { width: 1920, height: 1080 } };
    expect(driftOf(config, session)).toEqual([
      { field: "headless", pool: "true", session: "false", certain: true },
      { field: "timeout_seconds", pool: "600", session: "300", certain: true },
      { field: "viewport", pool: "1280×800", session: "1920×1080", certain: true },
    ]);
  });

  it("leaves out what only one side tells, but for a proxy and a profile", () => {
    expect(driftOf({ stealth: true }, { kiosk_mode: true, timeout_seconds: 5 })).toEqual([]);
    expect(driftOf({ proxy_id: "px" }, { profile: { id: "pr" } })).toEqual([
      { field: "proxy_id", pool: "px", session: null, certain: false },
      { field: "profile", pool: null, session: "pr", certain: false },
    ]);
  });

  it("compares a profile by what both sides name it by", () => {
    expect(driftOf({ profile: { name: "shop" } }, { profile: { id: "pr1", name: "shop" } })).toEqual([]);
    expect(driftOf({ profile: { name: "shop" } }, { profile: { id: "pr1", name: "bank" } })).toHaveLength(1);
  });

  it("finds nothing where both say the same or nothing", () => {
    expect(driftOf({}, {})).toEqual([]);
    expect(driftOf({ headless: true, proxy_id: "" }, { headless: true })).toEqual([]);
  });
});
