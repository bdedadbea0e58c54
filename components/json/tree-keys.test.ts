import { describe, expect, it } from "vitest";
import { scanNow } from "@/lib/format/json-scan";
import { allBranches, rowsOf } from "@/lib/format/json-tree";
import { treeMove } from "./tree-keys.ts";

const scan = scanNow('{"a":[1,2],"b":{},"c":3}');
if (!scan.ok) throw new Error("the text of this test is not valid JSON");
const { table } = scan;

function press(key: string, at: number, isOpen: boolean) {
  const open = allBranches(table, isOpen);
  return treeMove(key, { table, rows: rowsOf(table, open), open, at, pageRows: 2 });
}

describe("tree keys", () => {
  it("move between rows and stop at both ends", () => {
    expect(press("ArrowDown", 0, true)).toEqual({ kind: "go", to: 1 });
    expect(press("ArrowUp", 0, true)).toEqual({ kind: "go", to: 0 });
    expect(press("End", 0, true)).toEqual({ kind: "go", to: 5 });
    expect(press("PageDown", 4, true)).toEqual({ kind: "go", to: 5 });
  });

  it("open a closed branch, enter an open one, close it again", () => {
    expect(press("ArrowRight", 1, false)).toEqual({ kind: "turn" });
    expect(press("ArrowRight", 1, true)).toEqual({ kind: "go", to: 2 });
    expect(press("ArrowLeft", 1, true)).toEqual({ kind: "turn" });
    expect(press("Enter", 1, false)).toEqual({ kind: "turn" });
  });

  it("move from an item to its branch, and do nothing on an empty branch", () => {
    expect(press("ArrowLeft", 3, true)).toEqual({ kind: "go", to: 1 });
    expect(press("ArrowRight", 4, true)).toEqual({ kind: "go", to: 4 });
  });

  it("ignore other keys", () => {
    expect(press("j", 0, true)).toBeUndefined();
  });
});
