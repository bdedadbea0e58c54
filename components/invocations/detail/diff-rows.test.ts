import fc from "fast-check";
import { expect, it } from "vitest";
import { type DiffRow, diffLinesOf } from "./diff-rows.ts";

const unfolded = (rows: readonly DiffRow[]): readonly Exclude<DiffRow, { kind: "fold" }>[] =>
  rows.flatMap((row) => (row.kind === "fold" ? unfolded(row.rows) : [row]));

const side = (rows: readonly DiffRow[], which: "left" | "right") =>
  unfolded(rows).flatMap((row) => row[which] ?? []);

it("reports equal only for equal texts, and otherwise loses no line of either", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const diff = diffLinesOf(left, right);
      if (diff.kind !== "rows") {
        expect(diff.kind).toBe("equal");
        expect(left).toEqual(right);
        return;
      }
      expect(side(diff.rows, "left").map(({ text }) => text)).toEqual(left);
      expect(side(diff.rows, "right").map(({ text }) => text)).toEqual(right);
      expect(side(diff.rows, "left").map(({ number }) => number)).toEqual(left.map((_, at) => at + 1));
    }),
  );
});

it("pairs a changed line with its new form and folds distant lines", () => {
  const left = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  const diff = diffLinesOf(left, left.with(20, "changed"));
  expect(diff).toMatchObject({ kind: "rows", removed: 1, added: 1 });
  if (diff.kind !== "rows") return;
  expect(diff.rows.map(({ kind }) => kind)).toEqual([
    "fold",
    ...["same", "same", "same", "changed", "same", "same", "same"],
    "fold",
  ]);
  expect(diff.rows.find(({ kind }) => kind === "changed")).toEqual({
    kind: "changed",
    left: { number: 21, text: "line 20" },
    right: { number: 21, text: "changed" },
  });
});

it("shows the difference of two unrelated texts as one block instead of blocking the page", () => {
  const text = (word: string) => [
    "first",
    ...Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`),
    "last",
  ];
  const diff = diffLinesOf(text("left"), text("right"));
  expect(diff).toMatchObject({ kind: "rows", removed: 3_000, added: 3_000, isRough: true });
  if (diff.kind !== "rows") return;
  expect(side(diff.rows, "left").map((line) => line.text)).toEqual(text("left"));
  expect(side(diff.rows, "right").map((line) => line.text)).toEqual(text("right"));
});
