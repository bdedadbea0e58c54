import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../kernel/problem.ts";
import type { Part } from "./receive-upload.ts";
import { fileOf, itemsOf, textOf } from "./upload-items.ts";

const fields = ["name", "zip_file"];
const field = (name: string, value: string): Part => ({ kind: "field", name, value });
const file = (name: string, path: string): Part => ({ kind: "file", name, path, filename: "f" });

const pairsOf = (parts: readonly Part[], options = {}) =>
  itemsOf(parts, "extensions", fields, options).map((item) => [
    textOf(item, "name"),
    fileOf(item, "zip_file").path,
  ]);

function faultsOf(parts: readonly Part[], options = {}): string[] {
  try {
    pairsOf(parts, options);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.status).toBe(400);
    return (error.details ?? []).map((detail) => detail.message ?? "");
  }
  return [];
}

describe("items of a multipart array", () => {
  const spellings: Record<string, (at: number, name: string) => string> = {
    "a[][f]": (_, name) => `extensions[][${name}]`,
    "a[0][f]": (at, name) => `extensions[${at}][${name}]`,
    "a.f": (_, name) => `extensions.${name}`,
    "a[0].f": (at, name) => `extensions[${at}].${name}`,
    "a.0.f": (at, name) => `extensions.${at}.${name}`,
  };
  test.each(Object.entries(spellings))("%s is parsed in any order that preserves the pairs", (_, spelled) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(fc.boolean()), (count, coin) => {
        const names = Array.from({ length: count }, (_unused, at) => field(spelled(at, "name"), `n${at}`));
        const zips = Array.from({ length: count }, (_unused, at) => file(spelled(at, "zip_file"), `z${at}`));
        // Any merge of the two lists: pairs, names first, zips first.
        const parts: Part[] = [];
        while (names.length + zips.length > 0) {
          const row = zips.length === 0 || (names.length > 0 && coin.next().value) ? names : zips;
          parts.push(...row.splice(0, 1));
        }
        expect(pairsOf(parts)).toEqual(Array.from({ length: count }, (_unused, at) => [`n${at}`, `z${at}`]));
      }),
    );
  });

  test("an index pairs parts in any order, also above nine and with gaps", () => {
    expect(
      pairsOf([
        file("extensions[10][zip_file]", "z10"),
        field("extensions[2][name]", "n2"),
        field("extensions[10][name]", "n10"),
        file("extensions[2][zip_file]", "z2"),
      ]),
    ).toEqual([
      ["n2", "z2"],
      ["n10", "z10"],
    ]);
  });

  test("T34 reports each part that is unknown, duplicate, missing or of the wrong kind", () => {
    expect(faultsOf([])).toEqual(["extensions: at least one item is needed"]);
    expect(faultsOf([field("extensions[0][name]", "n")])).toEqual(["extensions[0].zip_file: is missing"]);
    expect(
      faultsOf([
        field("extensions[0][name]", "n"),
        field("extensions[0][name]", "m"),
        file("extensions[0][zip_file]", "z"),
        field("extensions[0][colour]", "red"),
        field("__proto__", "x"),
      ]),
    ).toEqual([
      '"extensions[0][name]": was sent twice',
      '"extensions[0][colour]": is not a part of this upload',
      '"__proto__": is not a part of this upload',
    ]);
    expect(faultsOf([field("extensions[][name]", "n"), file("extensions[0][zip_file]", "z")])).toEqual([
      "extensions: its items are spelled in more than one way",
    ]);
    expect(faultsOf([field("extensions.name", "n"), field("extensions.zip_file", "z")])).toEqual([
      '"extensions.zip_file": must be a file (a part with a filename)',
    ]);
    expect(faultsOf(Array.from({ length: 9_000 }, () => field("x", "")))).toHaveLength(20);
  });

  test("a single item may use bare field names where allowed", () => {
    const bare = [file("zip_file", "z"), field("name", "n")];
    expect(pairsOf(bare, { single: true })).toEqual([["n", "z"]]);
    expect(faultsOf(bare)).toHaveLength(2);
    expect(faultsOf([...bare, field("name", "n")], { single: true })).toContain('"name": was sent twice');
  });
});
