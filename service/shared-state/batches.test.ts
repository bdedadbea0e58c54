import { expect, it } from "vitest";
import { batchBytes, batchItems, inBatches, placeholders } from "./batches.ts";

const sizesOf = (items: readonly number[]) => [...inBatches(items, (bytes) => bytes)];

it("cuts by bytes and by count, and leaves a larger item by itself", () => {
  const half = batchBytes / 2;
  expect(sizesOf([half, half, 1, batchBytes + 1, 1])).toEqual([[half, half], [1], [batchBytes + 1], [1]]);
  const many = sizesOf(Array.from({ length: batchItems + 1 }, () => 0));
  expect(many.map(({ length }) => length)).toEqual([batchItems, 1]);
  expect(sizesOf([])).toEqual([]);
});

it("numbers the values of a statement", () => {
  expect(placeholders(2, 3)).toBe("($1, $2, $3), ($4, $5, $6)");
});
