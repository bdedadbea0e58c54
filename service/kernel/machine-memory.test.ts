import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { invocationsThatFit, memoryBytes } from "./machine-memory.ts";

test("memory is the machine's, or the container's limit where that is smaller", () => {
  expect(memoryBytes(24e9, 8e9)).toBe(8e9);
  expect(memoryBytes(24e9, 2 ** 64)).toBe(24e9);
  expect(memoryBytes(24e9, 0)).toBe(24e9);
  expect(memoryBytes()).toBeGreaterThan(0);
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem());
});

test("the number of invocations that fit depends on cores and memory, at least one", () => {
  expect(invocationsThatFit(24e9, 2)).toBe(4);
  expect(invocationsThatFit(2e9, 8)).toBe(2);
  expect(invocationsThatFit(0.5e9, 1)).toBe(1);
});
