import { describe, expect, it } from "vitest";
import { driftOf } from "./drift.ts";

describe("drift", () => {
  it("lists each differing field with both values", () => {
    const config = { headless: true, timeout_seconds: 600, viewport: { width: 1280, height: 800 } };
    const session = { headless: false, timeout_seconds: 300, viewport: { width: 1920, height: 1080 } };
    expect(driftOf(config, session)).toEqual([
      { field: "headless", pool: "true", session: "false", certain: true },
      { field: "timeout_seconds", pool: "600", session: "300", certain: true },
      { field: "viewport", pool: "1280×800", session: "1920×1080", certain: true },
    ]);
  });

  it("omits fields that only one side has, except proxy and profile", () => {
    expect(driftOf({ stealth: true }, { kiosk_mode: true, timeout_seconds: 5 })).toEqual([]);
    expect(driftOf({ proxy_id: "px" }, { profile: { id: "pr" } })).toEqual([
      { field: "proxy_id", pool: "px", session: null, certain: false },
      { field: "profile", pool: null, session: "pr", certain: false },
    ]);
  });

  it("compares profiles by id or name, whichever both have", () => {
    expect(driftOf({ profile: { name: "shop" } }, { profile: { id: "pr1", name: "shop" } })).toEqual([]);
    expect(driftOf({ profile: { name: "shop" } }, { profile: { id: "pr1", name: "bank" } })).toHaveLength(1);
  });

  it("is empty for equal or absent fields", () => {
    expect(driftOf({}, {})).toEqual([]);
    expect(driftOf({ headless: true, proxy_id: "" }, { headless: true })).toEqual([]);
  });
});

it.each([
  ["stealth", { stealth: true }, { stealth: false }, "true", "false", true],
  ["kiosk_mode", { kiosk_mode: false }, { kiosk_mode: true }, "false", "true", true],
  ["proxy_id", { proxy_id: "a" }, { proxy_id: "b" }, "a", "b", true],
  ["proxy_id", {}, { proxy_id: "b" }, null, "b", false],
  ["profile", { profile: { id: "a", name: "x" } }, { profile: { id: "b", name: "x" } }, "a", "b", true],
  ["profile", { profile: { name: "x" } }, {}, "x", null, false],
  ["profile", { profile: { id: "a" } }, { profile: { name: "x" } }, "a", "x", true],
] as const)("%s differs between %j and %j", (field, config, session, pool, held, certain) => {
  expect(driftOf(config, session)).toEqual([{ field, pool, session: held, certain }]);
});
