import { expect, it } from "vitest";
import { objectOf } from "./act-objects.ts";

it.each([
  ["flushPool", "po7", { kind: "pool", id: "po7" }],
  ["flushPool", "checkout eu/west", { kind: "pool", id: "checkout eu/west" }],
  ["acquireBrowser", "eu (old)", { kind: "pool", id: "eu (old)" }],
  ["releaseBrowser", "eu (old) (session4)", { kind: "pool", id: "eu (old)" }],
  ["releaseBrowser", "eu (session4, not reused)", { kind: "pool", id: "eu" }],
  ["updatePool", "eu (old) (size: 5, name: a (b))", { kind: "pool", id: "eu (old)" }],
  ["updatePool", "eu (old)", { kind: "pool", id: "eu (old)" }],
  ["deletePool", "checkout eu with its acquired browsers", { kind: "pool", id: "checkout eu" }],
  ["setPoolRate", "checkout eu to 2.5 per minute", { kind: "pool", id: "checkout eu" }],
  ["setPoolRate", "checkout eu to the observed rate", { kind: "pool", id: "checkout eu" }],
  ["updateProfile", "a sign-in to login", { kind: "profile", id: "a sign-in" }],
  ["deleteProfile", "a sign-in to drop", { kind: "profile", id: "a sign-in to drop" }],
  ["flushPool", "/api/browser_pools/po7/flush", { kind: "pool", id: "po7" }],
  ["killProcess", "session4/712 KILL", { kind: "session", id: "session4" }],
  ["updateBrowser", "session4 (tags: {})", { kind: "session", id: "session4" }],
])("%s of %j has the object %j", (action, target, object) => {
  expect(objectOf(action, target, null)).toEqual(object);
});
