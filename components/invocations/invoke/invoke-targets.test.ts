import { describe, expect, it } from "vitest";
import { choicesFor, invokeTargets, unknownTarget } from "./invoke-targets.ts";

const known = invokeTargets(
  [
    { id: "1", app_name: "shop", version: "v2", actions: [{ name: "search" }] },
    { id: "2", app_name: "shop", version: "v10", actions: [{ name: "search" }, { name: "buy" }] },
    { id: "3", app_name: "bare", version: null, actions: null },
    { id: "4" },
  ],
  [
    { id: "r1", app_name: "gone", version: "v1", action_name: "old" },
    { id: "r2", app_name: "shop", version: "v2", action_name: "search" },
  ],
);
const named = (app_name: string, version = "", action_name = "") => ({ app_name, version, action_name });

describe("choicesFor", () => {
  it("returns what fits the previous fields, deployed or from an invocation", () => {
    expect(choicesFor(known, named(""))).toEqual({
      app_name: ["bare", "gone", "shop"],
      version: ["latest", "v1", "v2", "v10"],
      action_name: ["buy", "old", "search"],
    });
    expect(choicesFor(known, named("shop", "v2"))).toMatchObject({
      version: ["latest", "v2", "v10"],
      action_name: ["search"],
    });
    expect(choicesFor(known, named(" shop ", "latest")).action_name).toEqual(["buy", "search"]);
  });
});

describe("unknownTarget", () => {
  it.each([
    [named("shop", "v2", "search"), undefined],
    [named("shop", "latest", "buy"), undefined],
    [named("gone", "v1", "old"), undefined],
    [named("bare", "latest", "anything"), undefined],
    [named("shop", "v2", "buy"), "action_name"],
    [named("shop", "v9", "buy"), "version"],
    [named("shopp", "v2", "search"), "app_name"],
    [named("", "v9", "x"), undefined],
  ])("%j: %s", (fields, key) => {
    expect(unknownTarget(known, fields)?.key).toBe(key);
  });
  it("returns undefined if no targets are known", () => {
    expect(unknownTarget([], named("shop", "v1", "x"))).toBeUndefined();
  });
});
