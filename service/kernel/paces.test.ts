import { expect, test } from "vitest";
import { pacesAt, standardPaces } from "./paces.ts";

const values = (paces: object): number[] => Object.values(paces).flatMap((group) => Object.values(group));

test("a speed-up divides the intervals, down to a minimum", () => {
  expect(pacesAt(10).pools).toEqual({ fillMinuteMs: 6_000, capacityRetryMs: 200 });
  expect(pacesAt(10).events.heartbeatMs).toBe(1_500);
  const fastest = values(pacesAt(100));
  for (const [at, standard] of values(standardPaces).entries()) {
    expect(fastest[at]).toBeLessThanOrEqual(standard);
    expect(fastest[at]).toBeGreaterThanOrEqual(Math.min(standard, 20));
  }
});
