import { expect, test, vi } from "vitest";
import { UsedCopies } from "./used-copies.ts";

test("copies that nothing uses are removed, but for the five that were used last", () => {
  const removed: string[] = [];
  const copies = new UsedCopies((id) => removed.push(id), vi.fn());
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

test("a copy that cannot be removed is reported, and removed with a later one", () => {
  const remove = vi.fn<(id: string) => void>();
  const report = vi.fn();
  const copies = new UsedCopies(remove, report);
  const use = (id: string) => {
    copies.take(id);
    copies.release(id);
  };
  for (let at = 1; at <= 5; at += 1) use(`${at}`);
  const full = new Error("database or disk is full");
  remove.mockImplementationOnce(() => {
    throw full;
  });
  use("6");
  expect(report.mock.calls).toEqual([[full]]);
  use("7");
  expect(remove.mock.calls).toEqual([["1"], ["1"], ["2"]]);
});

test("a copy that can never be removed keeps no other one", () => {
  const removed: string[] = [];
  const copies = new UsedCopies(
    (id) => {
      if (id === "1") throw new Error("not permitted");
      removed.push(id);
    },
    () => undefined,
  );
  for (let at = 1; at <= 8; at += 1) {
    copies.take(`${at}`);
    copies.release(`${at}`);
  }
  expect(removed).toEqual(["2", "3"]);
});
