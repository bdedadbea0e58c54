import { expect, test } from "vitest";
import { isInterruption, isServiceStop, withoutInterrupted } from "./interruption.ts";

test.each([
  "the service stopped while this was running",
  "The service was stopped",
  "the service restarted",
  "the service was restarted during it",
])("%j is an interruption by a stop of the service", (reason) => {
  expect(isInterruption(reason)).toBe(true);
  expect(isServiceStop(reason)).toBe(true);
});

test.each(["cancelled by request", "Canceled by request"])(
  "%j is an interruption by a cancellation",
  (reason) => {
    expect(isInterruption(reason)).toBe(true);
    expect(isServiceStop(reason)).toBe(false);
  },
);

test.each([
  null,
  "",
  "the service stoppedly",
  "because the service stopped",
  "the service failed",
  "timeout",
  "cancelled",
  "cancelled by the customer",
  "the order was cancelled by request",
])("%j is none", (reason) => expect(isInterruption(reason)).toBe(false));

test("at most as many are interrupted as have failed", () => {
  const counts = { failed: 5, ended: 12 };
  expect(withoutInterrupted(counts, 0)).toEqual(counts);
  expect(withoutInterrupted(counts, 2)).toEqual({ failed: 3, ended: 10 });
  expect(withoutInterrupted(counts, 9)).toEqual({ failed: 0, ended: 7 });
});
