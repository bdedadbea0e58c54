import { describe, expect, it } from "vitest";
import type { InventoryItem } from "@/lib/bff/inventory";
import {
  foundFirst,
  hasEnded,
  idsMatchingLabel,
  isMissingFromList,
  matchesSearch,
  pinnedFirst,
  soughtAmong,
  withoutAliases,
} from "./unlisted-resources.ts";

const item = (id: string, more: Partial<InventoryItem> = {}) => ({
  kind: "proxy" as const,
  id,
  name: null,
  label: null,
  pinned_by: null,
  ended_at_ms: null,
  ...more,
});
const pinned = (id: string, label: string | null) => item(id, { label, pinned_by: "ann" });
const list = (ids: readonly string[], whole: boolean) => ({ ids: new Set(ids), whole });

describe("resources shown next to a list", () => {
  it("exclude what the list contains, by id or name", () => {
    expect(isMissingFromList(list(["a"], true), item("a"))).toBe(false);
    const named = { ...list(["pr_1"], true), names: new Set(["oslo"]) };
    expect(isMissingFromList(named, item("a", { name: "oslo" }))).toBe(false);
    expect(isMissingFromList(named, item("oslo", { name: "oslo" }))).toBe(false);
  });

  it("include a pin on the name of a listed resource, which could be removed nowhere else", () => {
    const named = { ...list(["pr_1"], true), names: new Set(["oslo"]) };
    expect(isMissingFromList(named, { ...pinned("oslo", "mine"), name: "oslo" })).toBe(true);
    expect(isMissingFromList(named, pinned("pr_1", "mine"))).toBe(false);
  });

  it("are none while the list is loading", () => {
    expect(isMissingFromList({ ids: undefined, whole: false }, pinned("a", "mine"))).toBe(false);
  });

  it("are all others next to a complete list, except ended sessions", () => {
    expect(isMissingFromList(list([], true), item("a"))).toBe(true);
    expect(isMissingFromList(list([], true), item("a", { ended_at_ms: 1 }))).toBe(true);
    expect(isMissingFromList(list([], true), item("a", { kind: "session", ended_at_ms: 1 }))).toBe(false);
  });

  it("are only the pinned ones next to a partial list", () => {
    expect(isMissingFromList(list([], false), item("a"))).toBe(false);
    expect(isMissingFromList(list([], false), pinned("a", null))).toBe(true);
  });
});

it("exclude a name recorded as an id once the real id is known", () => {
  const alias = item("ublock", { name: "ublock" });
  const known = item("ext_1", { name: "ublock" });
  const unknown = item("dark", { name: "dark" });
  const pinnedAlias = { ...alias, pinned_by: "ann" };
  expect(withoutAliases([alias, known, unknown])).toEqual([known, unknown]);
  expect(withoutAliases([pinnedAlias, known])).toEqual([pinnedAlias, known]);
});

describe("search in recorded resources", () => {
  it("matches a part of id, name or label case-insensitively; an empty query matches all", () => {
    const one = item("px_1", { name: "Chicago", label: "the Spare one" });
    for (const searchText of [undefined, "", "PX_", "chic", "spare"])
      expect(matchesSearch(searchText, one)).toBe(true);
    expect(matchesSearch("oslo", one)).toBe(false);
    expect(matchesSearch("null", item("a"))).toBe(false);
  });

  it("finds by label what the API's search did not, and nothing for an empty query", () => {
    const pins = [pinned("a", "the spare one"), pinned("b", "Spare too"), pinned("c", null), item("spare")];
    expect(idsMatchingLabel("SPARE", pins, new Set(["b"]))).toEqual(["a"]);
    expect(idsMatchingLabel(undefined, pins, new Set())).toEqual([]);
    expect(idsMatchingLabel("", pins, new Set())).toEqual([]);
  });
});

it("shows a resource found by several labels once, and none that the API's search returned", () => {
  const found = [{ id: "a" }, { id: "b" }, { id: "a" }];
  expect(foundFirst(found, [{ id: "b" }, { id: "c" }], ({ id }) => id).map(({ id }) => id)).toEqual([
    "a",
    "b",
    "c",
  ]);
});

it("puts pinned resources first and keeps the order of both groups", () => {
  const pins = new Map([pinned("c", null), pinned("b", null)].map((pin) => [pin.id, pin]));
  expect(pinnedFirst(["a", "b", "c", "d"], pins, (id) => id)).toEqual(["b", "c", "a", "d"]);
});

describe("what is referred to by id or name has ended", () => {
  const ended = (id: string, name: string | null) => item(id, { name, ended_at_ms: 1 });

  it("once the resource has, also where the record of the reference itself lasts", () => {
    expect(hasEnded([ended("pf_1", "shop")], "pf_1")).toBe(true);
    expect(hasEnded([ended("pf_1", "shop"), item("shop", { name: "shop" })], "shop")).toBe(true);
  });

  it("not while one of that name exists, such as a new one", () => {
    expect(hasEnded([ended("pf_1", "shop"), item("pf_2", { name: "shop" })], "shop")).toBe(false);
    expect(hasEnded([item("pf_1", { name: "shop" })], "pf_1")).toBe(false);
  });

  it("not as far as is known where only the reference is recorded, or nothing", () => {
    expect(hasEnded([item("shop", { name: "shop" }), ended("pf_1", "other")], "shop")).toBe(false);
    expect(hasEnded([], "shop")).toBe(false);
  });
});

it("leaves out listed items without the words of a search, which the API has ignored then", () => {
  const items = [
    { id: "a1", name: "Tokyo", created_at: "2026-02-03T04:05:06Z" },
    { id: "b2", name: null, profile: { name: "tokyo-login" }, timeout_seconds: 60 },
    { id: "c3", tags: { team: "web" } },
  ];
  expect(soughtAmong(items, undefined)).toBe(items);
  expect(soughtAmong(items, "")).toBe(items);
  expect(soughtAmong(items, "tokyo").map(({ id }) => id)).toEqual(["a1", "b2"]);
  expect(soughtAmong(items, "WEB c3").map(({ id }) => id)).toEqual(["c3"]);
  expect(soughtAmong(items, "60")).toEqual([]);
});
