import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLines } from "./json-lines.ts";
import { type JsonTable, scanJson, scanNow } from "./json-scan.ts";
import { searchJson } from "./json-search.ts";
import {
  allBranches,
  nameOf,
  openAtFirst,
  pathOf,
  plainValue,
  rowIndexOf,
  rowsOf,
  sourceOf,
  withTurned,
  withWayTo,
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

describe("reading a JSON text", () => {
  it("takes whatever JSON.parse takes, and nothing else", () => {
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

  it("keeps all that was said: its lines read as the same value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(jsonLines(tableOf(text)).join("\n"))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("leaves numbers as they are written and finds a name that is there twice", () => {
    const table = tableOf('{"id": 9007199254740993, "tiny": 1e-400, "id": 1.10}');
    expect([1, 2, 3].map((node) => sourceOf(table, node))).toEqual(["9007199254740993", "1e-400", "1.10"]);
    expect([...table.repeated]).toEqual([3]);
    expect([...tableOf('{"a":{"b":1},"c":{"b":1}}').repeated]).toEqual([]);
    expect([...tableOf('{"\\u0061":1,"a":2}').repeated]).toEqual([2]);
  });

  it("says where a text goes wrong", () => {
    expect(scanNow('{"a": 1,}')).toEqual({ ok: false, at: 8, expected: "a name in quotes" });
    expect(scanNow("[1 2]")).toMatchObject({ at: 3, expected: '"," or "]"' });
    expect(scanNow("")).toMatchObject({ ok: false, at: 0 });
  });

  it("hands the thread back while it reads", () => {
    const turns = scanJson(JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)));
    expect(turns.next().done).toBe(false);
  });

  it("reads a hundred thousand nested brackets", () => {
    const deep = 100_000;
    expect(tableOf("[".repeat(deep) + "]".repeat(deep)).depth.at(-1)).toBe(deep - 1);
  });
});

describe("the tree", () => {
  const table = tableOf('{"a":[1,{"b c":"x\\ny"}],"d":{},"e":"lamp"}');

  it("lists the rows of open branches in the order of the text", () => {
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

  it("turns one branch, and opens the way to a node that is out of sight", () => {
    const closed = allBranches(table, false);
    const deep = 4;
    expect(rowIndexOf(rowsOf(table, closed), deep)).toBeUndefined();
    const open = withWayTo(table, closed, deep);
    expect(rowIndexOf(rowsOf(table, open), deep)).toBe(4);
    expect(rowsOf(table, withTurned(open, 1))).toEqual(rowsOf(table, closed));
  });

  it("opens what is near and short at first", () => {
    const long = tableOf(JSON.stringify({ long: Array.from({ length: 101 }, () => 0), short: [[1]] }));
    expect(pathsIn(long, rowsOf(long, openAtFirst(long)))).toEqual(["$", "$.long", "$.short", "$.short[0]"]);
  });

  it("copies a string as it reads and anything else as it is written", () => {
    expect(nameOf(table, 4)).toBe("b c");
    expect(plainValue(table, 4)).toBe("x\ny");
    expect(plainValue(table, 3)).toBe('{"b c":"x\\ny"}');
  });

  it("finds names and values, whatever their case, also behind escapes", () => {
    expect(pathsIn(table, search(table, "LAMP"))).toEqual(["$.e"]);
    expect(pathsIn(table, search(table, "b C"))).toEqual(['$.a[1]["b c"]']);
    expect(pathsIn(table, search(table, "x\ny"))).toEqual(['$.a[1]["b c"]']);
    expect(search(table, "")).toEqual([]);
    expect(search(table, "nowhere")).toEqual([]);
  });
});
