import { expect, test, vi } from "vitest";
import { clockNowMs } from "./shared-clock.ts";

test("all calls in one task return the same time, and the next task another", async () => {
  let present = 1_000;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (present += 999));
  expect(clockNowMs()).toBe(1_999);
  expect(clockNowMs()).toBe(1_999);
  await Promise.resolve();
  expect(clockNowMs()).toBe(2_998);
  clock.mockRestore();
});
