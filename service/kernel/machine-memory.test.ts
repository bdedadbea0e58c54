import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { memoryBytes } from "./machine-memory.ts";

test("memory is the machine's, or the container's limit where that is smaller", () => {
  expect(memoryBytes(24e9, 8e9)).toBe(8e9);
  expect(memoryBytes(24e9, 2 ** 64)).toBe(24e9);
  expect(memoryBytes(24e9, 0)).toBe(24e9);
  expect(memoryBytes()).toBeGreaterThan(0);
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem());
});
