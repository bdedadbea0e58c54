import { expect, it } from "vitest";
import { rangeText } from "./table-paging.ts";

it("never invents a total", () => {
  expect(rangeText(0, 50, true)).toBe("1–50, more");
  expect(rangeText(1000, 14, false)).toBe("1,001–1,014 of 1,014");
  expect(rangeText(0, 0, false)).toBe("none");
});
