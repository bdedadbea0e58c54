import { expect, test } from "vitest";
import { RecentSet } from "./recent-set.ts";

test("the oldest values beyond the limit are left out", () => {
  const recent = new RecentSet<string>(2);
  for (const value of ["one", "two", "two", "three"]) recent.add(value);
  expect(["one", "two", "three"].map((value) => recent.has(value))).toEqual([false, true, true]);
});
