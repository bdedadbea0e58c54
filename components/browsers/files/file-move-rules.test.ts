import { expect, it } from "vitest";
import { moveFaults } from "./file-move-rules.ts";

it("accepts a move between two paths", () => {
  expect(moveFaults("/tmp/a", "/tmp/b")).toEqual({});
  expect(moveFaults("/tmp/a", "/tmp/ab")).toEqual({});
});

it.each([
  ["", "/b", "from", /Enter a path/],
  ["tmp/a", "/b", "from", /absolute/],
  ["/tmp/../a", "/b", "from", /\.\./],
  ["/", "/b", "from", /root/],
  ["/a", "/b//c", "to", /\/\//],
  ["/a", "/b\0", "to", /NUL/],
  ["/a", "/b/", "to", /end with a name/],
  ["/a", "/a", "to", /already/],
  ["/a", "/a/b", "to", /into itself/],
] as const)("names what is wrong with moving %j to %j (T38)", (from, to, field, fault) => {
  expect(moveFaults(from, to)[field]).toMatch(fault);
});
