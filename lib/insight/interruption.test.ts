import { expect, test } from "vitest";
import { isInterruption, isNodeLoss, isServiceStop, withoutInterrupted } from "./interruption.ts";
import { reasonKey } from "./reason-mask.ts";

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

const nodeLosses = [
  "the runner ended without a result (its node node-3 (west) was lost)",
  "the runner ended without a result (its node was lost)",
  "the runner ended without a result (its node rack-7.example was started again)",
  "the runner ended without a result (its node does not run it)",
  "browser session s00000000000000000000001 was lost with its node: page.goto: Target closed",
];
test.each([...nodeLosses, ...nodeLosses.map(reasonKey)])("%j is an interruption by a lost node", (reason) => {
  expect([isInterruption(reason), isNodeLoss(reason), isServiceStop(reason)]).toEqual([true, true, false]);
});

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
  "the runner ended without a result (signal SIGKILL)",
  "the runner ended without a result (its node one is full)",
  "browser session s1 crashed: the runner ended without a result (its node one was lost)",
  "its node one was lost",
])("%j is none", (reason) => expect(isInterruption(reason)).toBe(false));

test("at most as many are interrupted as have failed", () => {
  const counts = { failed: 5, ended: 12 };
  expect(withoutInterrupted(counts, 0)).toEqual(counts);
  expect(withoutInterrupted(counts, 2)).toEqual({ failed: 3, ended: 10 });
  expect(withoutInterrupted(counts, 9)).toEqual({ failed: 0, ended: 7 });
});
