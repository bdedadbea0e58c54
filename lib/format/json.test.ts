import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonTable, scanJson, scanNow } from "./json-scan.ts";
import { searchJson } from "./json-search.ts";
import {
  allBranches,
  copyTextOf,
  nameOf,
  openAtFirst,
  openPathTo,
  pathOf,
  rowIndexOf,
  rowsOf,
  sourceOf,
  toggleBranch,
} from "./json-tree.ts";

function tableOf(text: string): JsonTable {
  const scan = scanNow(text);
  if (!scan.ok) throw new Error(`not JSON at ${scan.at}: expected ${scan.expected}`);
  return scan.table;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const pathsIn = (table: JsonTable, nodes: readonly number[]) => nodes.map((node) => pathOf(table, node));

function search(table: JsonTable, wanted: string): readonly number[] {
  const turns = searchJson(table, wanted);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

describe("scanning a JSON text", () => {
  it("accepts exactly what JSON.parse accepts", () => {
    const pieces = fc.constantFrom(
      ...['{"a":1}', "[", "]", "{", "}", ",", ":", '"k"', '"\\u00e9"', '"\\x"', "01", "-", "1e5", "1.", " "],
      ...["true", "nul", "null", "\n", '"\t"', "\u00a0", "-0", ".5"],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(pieces, { maxLength: 6 }).map((each) => each.join("")),
        ),
        (text) => scanNow(text).ok === parses(text),
      ),
      { numRuns: 2_000 },
    );
  });

  it("preserves numbers and detects repeated names", () => {
    const table = tableOf('{"id": 9007199254740993, "tiny": 1e-400, "id": 1.10}');
    expect([1, 2, 3].map((node) => sourceOf(table, node))).toEqual(["9007199254740993", "1e-400", "1.10"]);
    expect([...table.repeated]).toEqual([3]);
    expect([...tableOf('{"a":{"b":1},"c":{"b":1}}').repeated]).toEqual([]);
    expect([...tableOf('{"\\u0061":1,"a":2}').repeated]).toEqual([2]);
  });

  it("reports the position of an error", () => {
    expect(scanNow('{"a": 1,}')).toEqual({ ok: false, at: 8, expected: "name" });
    expect(scanNow("[1 2]")).toMatchObject({ at: 3, expected: '"," or "]"' });
    expect(scanNow("")).toMatchObject({ ok: false, at: 0 });
  });

  it("yields while it scans", () => {
    const turns = scanJson(JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)));
    expect(turns.next().done).toBe(false);
  });

  it("scans a hundred thousand nested brackets", () => {
    const deep = 100_000;
    expect(tableOf("[".repeat(deep) + "]".repeat(deep)).depth.at(-1)).toBe(deep - 1);
  });
});

describe("tree", () => {
  const table = tableOf('{"a":[1,{"b c":"x\\ny"}],"d":{},"e":"lamp"}');

  it("lists the rows of open branches in text order", () => {
    expect(pathsIn(table, rowsOf(table, allBranches(table, false)))).toEqual(["$", "$.a", "$.d", "$.e"]);
    expect(pathsIn(table, rowsOf(table, allBranches(table, true)))).toEqual([
      "$",
      "$.a",
      "$.a[0]",
      "$.a[1]",
      '$.a[1]["b c"]',
      "$.d",
      "$.e",
    ]);
    expect(rowsOf(table, allBranches(table, true), 3)).toHaveLength(3);
  });

  it("toggles a branch, and reveals a hidden node", () => {
    const closed = allBranches(table, false);
    const deep = 4;
    expect(rowIndexOf(rowsOf(table, closed), deep)).toBeUndefined();
    const open = openPathTo(table, closed, deep);
    expect(rowIndexOf(rowsOf(table, open), deep)).toBe(4);
    expect(rowsOf(table, toggleBranch(open, 1))).toEqual(rowsOf(table, closed));
  });

  it("initially opens short branches near the root", () => {
    const long = tableOf(JSON.stringify({ long: Array.from({ length: 101 }, () => 0), short: [[1]] }));
    expect(pathsIn(long, rowsOf(long, openAtFirst(long)))).toEqual(["$", "$.long", "$.short", "$.short[0]"]);
  });

  it("copies strings unescaped and other values verbatim", () => {
    expect(nameOf(table, 4)).toBe("b c");
    expect(copyTextOf(table, 4)).toBe("x\ny");
    expect(copyTextOf(table, 3)).toBe('{"b c":"x\\ny"}');
  });

  it("finds names and values case-insensitively, also escaped ones", () => {
    expect(pathsIn(table, search(table, "LAMP"))).toEqual(["$.e"]);
    expect(pathsIn(table, search(table, "b C"))).toEqual(['$.a[1]["b c"]']);
    expect(pathsIn(table, search(table, "x\ny"))).toEqual(['$.a[1]["b c"]']);
    expect(search(table, "")).toEqual([]);
    expect(search(table, "nowhere")).toEqual([]);
  });
});
