import { describe, expect, it } from "vitest";
import type { InventoryItem } from "@/lib/bff/inventory";
import { foundFirst, isBeside, isSought, pinnedFirst, soughtByLabel, withoutAliases } from "./beside.ts";

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

describe("what is shown beside a list", () => {
  it("is never what the list shows, by its id or its name", () => {
    expect(isBeside(list(["a"], true), item("a"))).toBe(false);
    const named = { ...list(["pr_1"], true), names: new Set(["oslo"]) };
    expect(isBeside(named, item("a", { name: "oslo" }))).toBe(false);
    expect(isBeside(named, item("oslo", { name: "oslo" }))).toBe(false);
  });

  it("is a pin on the name of what the list shows: it could be taken back nowhere else", () => {
    const named = { ...list(["pr_1"], true), names: new Set(["oslo"]) };
    expect(isBeside(named, { ...pinned("oslo", "mine"), name: "oslo" })).toBe(true);
    expect(isBeside(named, pinned("pr_1", "mine"))).toBe(false);
  });

  it("is nothing while the list is awaited", () => {
    expect(isBeside({ ids: undefined, whole: false }, pinned("a", "mine"))).toBe(false);
  });

  it("is everything else beside a whole list, but sessions that ended", () => {
    expect(isBeside(list([], true), item("a"))).toBe(true);
    expect(isBeside(list([], true), item("a", { ended_at_ms: 1 }))).toBe(true);
    expect(isBeside(list([], true), item("a", { kind: "session", ended_at_ms: 1 }))).toBe(false);
  });

  it("is what is pinned alone beside a part of a list", () => {
    expect(isBeside(list([], false), item("a"))).toBe(false);
    expect(isBeside(list([], false), pinned("a", null))).toBe(true);
  });
});

it("leaves out a name that is remembered as an id, once the id behind it is known", () => {
  const alias = item("ublock", { name: "ublock" });
  const known = item("ext_1", { name: "ublock" });
  const unknown = item("dark", { name: "dark" });
  const kept = { ...alias, pinned_by: "ann" };
  expect(withoutAliases([alias, known, unknown])).toEqual([known, unknown]);
  expect(withoutAliases([kept, known])).toEqual([kept, known]);
});

describe("a search of what is remembered", () => {
  it("is for a part of id, name or label in any case; an empty one is for everything", () => {
    const one = item("px_1", { name: "Chicago", label: "the Spare one" });
    for (const sought of [undefined, "", "PX_", "chic", "spare"]) expect(isSought(sought, one)).toBe(true);
    expect(isSought("oslo", one)).toBe(false);
    expect(isSought("null", item("a"))).toBe(false);
  });

  it("finds by its label what the list did not answer, and nothing while nothing is sought", () => {
    const pins = [pinned("a", "the spare one"), pinned("b", "Spare too"), pinned("c", null), item("spare")];
    expect(soughtByLabel("SPARE", pins, new Set(["b"]))).toEqual(["a"]);
    expect(soughtByLabel(undefined, pins, new Set())).toEqual([]);
    expect(soughtByLabel("", pins, new Set())).toEqual([]);
  });
});

it("shows once what several labels found, and not again what the list answered", () => {
  const found = [{ id: "a" }, { id: "b" }, { id: "a" }];
  expect(foundFirst(found, [{ id: "b" }, { id: "c" }], ({ id }) => id).map(({ id }) => id)).toEqual([
    "a",
    "b",
    "c",
  ]);
});

it("puts pinned things first and keeps the order of both parts", () => {
  const pins = new Map([pinned("c", null), pinned("b", null)].map((pin) => [pin.id, pin]));
  expect(pinnedFirst(["a", "b", "c", "d"], pins, (id) => id)).toEqual(["b", "c", "a", "d"]);
});
