import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  costOfPool,
  effectOfChanges,
  newPoolSchema,
  newPoolValues,
  type PoolFormValues,
  poolChanges,
  poolEditSchema,
  poolToCreate,
  poolValuesOf,
} from "./pool-form.ts";

const profileId = "p".repeat(24);
const pool = {
  id: "p1",
  name: "blue",
  available_count: 1,
  acquired_count: 1,
  created_at: "2026-02-03T04:05:06Z",
  browser_pool_config: {
    size: 4,
    fill_rate_per_minute: 25,
    timeout_seconds: 600,
    proxy_id: "px",
    profile: { name: "shop" },
    viewport: { width: 800, height: 600 },
  },
};
const present = poolValuesOf(pool);
const schema = poolEditSchema(present);
const changesOf = (typed: Partial<PoolFormValues>) =>
  poolChanges(z.parse(schema, { ...present, reason: "more", ...typed }), present);
const faultsOf = (form: z.ZodMiniType, values: unknown) =>
  (form.safeParse(values).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

test("a profile with a space at the end of its name stays as it is", () => {
  const { browser_pool_config: config } = pool;
  const spaced = poolValuesOf({ ...pool, browser_pool_config: { ...config, profile: { name: "shop " } } });
  const edited = z.parse(poolEditSchema(spaced), { ...spaced, size: "5", reason: "more" });
  expect(poolChanges(edited, spaced)).toEqual({ size: 5 });
});

describe("a new pool", () => {
  const bodyOf = (typed: Partial<PoolFormValues>) =>
    poolToCreate(z.parse(newPoolSchema(), { ...newPoolValues, ...typed }));

  it("has only what was chosen", () => {
    expect(bodyOf({ size: " 8 " })).toEqual({ size: 8 });
    expect(
      bodyOf({
        name: " blue ",
        proxy_id: "px",
        profile: profileId,
        extensions: ["ad-block", "e".repeat(24)],
        viewport: "1920x1080@25",
        timeout_seconds: "60",
        fill_rate_per_minute: "0",
        stealth: true,
      }),
    ).toEqual({
      size: 4,
      name: "blue",
      fill_rate_per_minute: 0,
      proxy_id: "px",
      profile: { id: profileId },
      extensions: [{ name: "ad-block" }, { id: "e".repeat(24) }],
      viewport: { width: 1920, height: 1080, refresh_rate: 25 },
      timeout_seconds: 60,
      stealth: true,
    });
  });

  it("names the rule at each field", () => {
    const typed = {
      ...newPoolValues,
      name: "a b",
      size: "0",
      fill_rate_per_minute: "26",
      timeout_seconds: "x",
    };
    expect(faultsOf(newPoolSchema(), typed).sort()).toEqual([
      "fill_rate_per_minute: Enter a whole number from 0 to 25.",
      "name: Use up to 255 letters, digits, periods, hyphens and underscores.",
      "size: Enter a whole number from 1 to 100.",
      "timeout_seconds: Enter a whole number from 10 to 259200.",
    ]);
    const extensions = Array.from({ length: 21 }, (_, at) => `e${at}`);
    expect(faultsOf(newPoolSchema(), { ...newPoolValues, extensions })).toEqual([
      "extensions: Choose up to 20 extensions.",
    ]);
  });

  it("takes what the API can have beside the other pools", () => {
    const sized = (size: string) => faultsOf(newPoolSchema({ min: 1, max: 3 }), { ...newPoolValues, size });
    expect(sized("3")).toEqual([]);
    expect(sized("4")).toEqual(["size: Enter a whole number from 1 to 3."]);
  });

  it("says what it costs", () => {
    expect(costOfPool({ size: "8", fill_rate_per_minute: "" })).toBe(
      "Keeps 8 browsers running until the pool is deleted. Full in about 8 min.",
    );
    expect(costOfPool({ size: "1", fill_rate_per_minute: "" })).toContain("Full in about 1 min.");
    expect(costOfPool({ size: "8", fill_rate_per_minute: "1" })).toContain("Full in about 8 min.");
    expect(costOfPool({ size: "50", fill_rate_per_minute: "20" })).toContain("Full in about 5 min.");
    expect(costOfPool({ size: "57", fill_rate_per_minute: "2" })).toContain("Full in about 50 min.");
    expect(costOfPool({ size: "1", fill_rate_per_minute: "0" })).toBe(
      "Keeps 1 browser running until the pool is deleted. With a fill rate of 0 it never fills.",
    );
    expect(costOfPool({ size: "x", fill_rate_per_minute: "" })).toBeUndefined();
  });
});

describe("changes of a pool", () => {
  it("have only what differs", () => {
    expect(changesOf({})).toEqual({});
    expect(changesOf({ size: "6", proxy_id: "", headless: true, name: "red" })).toEqual({
      size: 6,
      proxy_id: "",
      headless: true,
      name: "red",
    });
    expect(changesOf({ extensions: ["ad-block"], discard_all_idle: true })).toEqual({
      extensions: [{ name: "ad-block" }],
      discard_all_idle: true,
    });
  });

  it("have the standard of the API for a number that was emptied, as its hint says", () => {
    expect(changesOf({ fill_rate_per_minute: "", timeout_seconds: " " })).toEqual({
      fill_rate_per_minute: 10,
    });
    const other = poolValuesOf({ ...pool, browser_pool_config: { size: 4, timeout_seconds: 60 } });
    const typed = z.parse(poolEditSchema(other), { ...other, timeout_seconds: "", reason: "more" });
    expect(poolChanges(typed, other)).toEqual({ timeout_seconds: 600 });
  });

  it("do not drop a name or a profile in silence: the API removes neither", () => {
    expect(faultsOf(schema, { ...present, name: " ", profile: "", reason: "x" }).sort()).toEqual([
      "name: A name can be replaced but not removed.",
      "profile: A profile can be replaced but not removed.",
    ]);
    const bare = poolValuesOf({ ...pool, name: undefined, browser_pool_config: { size: 4 } });
    expect(faultsOf(poolEditSchema(bare), { ...bare, reason: "x" })).toEqual([]);
  });

  it("are no fault where the present value is outside of the bounds", () => {
    const odd = poolValuesOf({ ...pool, browser_pool_config: { size: 500 } });
    expect(faultsOf(poolEditSchema(odd), { ...odd, headless: true, reason: "x" })).toEqual([]);
  });

  it("say what they do to the browsers", () => {
    const effect = (typed: Partial<PoolFormValues>) => effectOfChanges(changesOf(typed), pool);
    expect(effect({})).toBe("No changes yet.");
    expect(effect({ size: "6" })).toBe(
      "Keeps 6 browsers running instead of 4. The 1 acquired browser keeps running.",
    );
    expect(effect({ size: "2" })).toContain("Surplus idle browsers end");
    expect(effect({ stealth: true })).toContain("Applies to new browsers only");
    expect(effect({ stealth: true, discard_all_idle: true })).toContain("Restarts the 1 idle browser");
    expect(effect({ fill_rate_per_minute: "5" })).toBe("Fills at 5 % of the size per minute.");
  });
});
