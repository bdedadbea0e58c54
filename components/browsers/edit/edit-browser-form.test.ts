import { describe, expect, test } from "vitest";
import type { Browser } from "@/lib/contract/browsers";
import {
  browserChanges,
  type EditBrowserValues,
  editBrowserSchema,
  editValuesOf,
  effectOfBrowserChanges,
} from "./edit-browser-form.ts";

const cuid = "htzv5orfit78e1m2biiifpbv";
const uuid = "9b2f7c1e-0f1a-4c55-9d0e-1234567890ab";
const on = { enabled: true };
const off = { enabled: false };
const browser: Browser = {
  session_id: "one",
  name: "night run",
  tags: { team: "checkout", run: "a=b" },
  proxy_id: "px-oslo",
  viewport: { width: 1280, height: 800, refresh_rate: 60 },
  telemetry: { browser: { console: on, control: on, network: off } },
};

/** What is sent of a browser's form after these were typed. */
const sentAfter = (typed: Partial<EditBrowserValues>, of = browser) => {
  const present = editValuesOf(of);
  return browserChanges(editBrowserSchema(present).parse({ ...present, ...typed }), present);
};

describe("what is sent of an edited browser", () => {
  test.each<[string, Partial<EditBrowserValues>, object]>([
    ["nothing, when nothing was changed", {}, {}],
    ["nothing, for tags in another order", { tags: "run=a=b\nteam=checkout" }, {}],
    ["a name", { name: "day run" }, { name: "day run" }],
    ["an emptied name", { name: " " }, { name: "" }],
    ["all tags, where one changed", { tags: "team=search" }, { tags: { team: "search" } }],
    ["emptied tags", { tags: "" }, { tags: null }],
    ["a removed proxy", { proxy_id: "" }, { proxy_id: "" }],
    ["a profile", { profile: "shop" }, { profile: { name: "shop" } }],
    ["a profile by its id", { profile: cuid }, { profile: { id: cuid } }],
    ["a profile by a UUID", { profile: uuid }, { profile: { id: uuid } }],
    [
      "a profile that saves",
      { profile: "shop", save_changes: true },
      { profile: { name: "shop", save_changes: true } },
    ],
    ["a size", { viewport: "1920x1080@25" }, { viewport: { width: 1920, height: 1080, refresh_rate: 25 } }],
    [
      "a size that is forced",
      { viewport: "1920x1080@25", force: true },
      { viewport: { width: 1920, height: 1080, refresh_rate: 25, force: true } },
    ],
    ["no force alone", { force: true }, {}],
    [
      "the categories that change",
      { telemetry: ["network", "control"] },
      { telemetry: { browser: { console: off, network: on } } },
    ],
    ["the end of capturing", { telemetry: [] }, { telemetry: { enabled: false } }],
  ])("%s", (_, typed, sent) => {
    expect(sentAfter(typed)).toEqual(sent);
  });

  test.each<[string, EditBrowserValues["telemetry"], object]>([
    [
      "one category, without the standard ones that the API would add",
      ["network"],
      {
        telemetry: { browser: { control: off, connection: off, system: off, captcha: off, network: on } },
      },
    ],
    ["the standard ones", ["captcha", "system", "connection", "control"], { telemetry: on }],
  ])("of a browser that captures nothing: %s", (_, telemetry, sent) => {
    expect(sentAfter({ telemetry }, { session_id: "one" })).toEqual(sent);
  });

  test.each<[string, Partial<Browser>]>([
    ["a tag of two lines", { tags: { note: "line 1\nline 2" } }],
    ["two keys that are one before their =", { tags: { "a=1": "x", "a=2": "y" } }],
    [
      "more tags than one can have",
      { tags: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, "x"])) },
    ],
    ["a name that the API would refuse", { name: "a/b" }],
  ])("what a client set is neither checked nor sent while it is not changed: %s", (_, set) => {
    expect(sentAfter({ proxy_id: "px-rome" }, { ...browser, ...set })).toEqual({ proxy_id: "px-rome" });
  });

  test("tags replace what a client set, where they are typed", () => {
    const of = { ...browser, tags: { note: "line 1\nline 2" } };
    expect(sentAfter({ tags: "note=line 1" }, of)).toEqual({ tags: { note: "line 1" } });
    expect(() => sentAfter({ tags: "note" }, of)).toThrow("Enter one tag a line");
    expect(() => sentAfter({ name: "a/c" }, { ...browser, name: "a/b" })).toThrow("must not contain");
  });

  test("each change says what it does", () => {
    const effectOf = (typed: Partial<EditBrowserValues>) => effectOfBrowserChanges(sentAfter(typed));
    expect(effectOf({})).toBe("No changes yet.");
    expect(effectOf({ name: "other" })).toBe("The browser runs on.");
    expect(effectOf({ proxy_id: "px-rome", telemetry: [] })).toBe(
      "Another proxy closes the open connections of its pages. Capturing stops.",
    );
    expect(effectOf({ telemetry: ["console"] })).toBe("Captures from now on.");
  });
});
