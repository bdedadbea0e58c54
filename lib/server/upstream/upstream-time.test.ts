import { expect, it } from "vitest";
import { noteDate, upstreamTimeMs } from "./upstream-time.ts";

it("goes on from the newest date that an answer told, and from no other", () => {
  expect(upstreamTimeMs()).toBeUndefined();
  noteDate("no date");
  noteDate(undefined);
  expect(upstreamTimeMs()).toBeUndefined();
  noteDate("Sat, 21 Nov 2026 12:00:00 GMT");
  noteDate("soon");
  const toldMs = Date.UTC(2026, 10, 21, 12);
  expect(upstreamTimeMs()).toBeGreaterThanOrEqual(toldMs);
  noteDate("Sat, 21 Nov 2020 12:00:00 GMT");
  expect(upstreamTimeMs()).toBeLessThan(toldMs);
});
