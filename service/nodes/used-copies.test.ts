import { expect, test } from "vitest";
import { UsedCopies } from "./used-copies.ts";

test("copies that nothing uses are removed, but for the five that were used last", () => {
  const removed: string[] = [];
  const copies = new UsedCopies((id) => removed.push(id));
  const use = (id: string) => {
    copies.take(id);
    copies.release(id);
  };
  for (const _ of [1, 2]) copies.take("in use");
  copies.release("in use");
  for (let at = 1; at <= 6; at += 1) use(`${at}`);
  expect(removed).toEqual(["1"]);
  for (const id of ["2", "7", "1"]) use(id);
  expect(removed).toEqual(["1", "3", "4"]);
  copies.release("in use");
  expect(removed).toEqual(["1", "3", "4", "5"]);
});
