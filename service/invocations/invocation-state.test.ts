import fc from "fast-check";
import { expect, test } from "vitest";
import { type InvocationStatus, invocationStatuses } from "../../lib/contract/invocations.ts";
import { isInterruption } from "../../lib/insight/interruption.ts";
import {
  afterEvent,
  clientLeftReason,
  type InvocationEvent,
  isOpen,
  neverRunReason,
  serviceStoppedReason,
} from "./invocation-state.ts";

const events = fc.oneof(
  fc.constant<InvocationEvent>({ kind: "started" }),
  fc.json().map((output): InvocationEvent => ({ kind: "returned", output })),
  fc.string({ minLength: 1 }).map((reason): InvocationEvent => ({ kind: "broke", reason })),
  fc.record({
    kind: fc.constant("forced" as const),
    status: fc.constantFrom("succeeded" as const, "failed" as const),
    output: fc.option(fc.json(), { nil: undefined }),
  }),
);

test("in any order of events, an invocation starts at most once and ends at most once", () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 12 }), (happened) => {
      let status: InvocationStatus = "queued";
      const path: InvocationStatus[] = [status];
      for (const event of happened) {
        const change = afterEvent(status, event);
        if (!change) continue;
        expect(isOpen(status)).toBe(true);
        expect(change.reason).not.toBe("");
        status = change.status;
        path.push(status);
      }
      expect(["queued", "queued running"]).toContain(path.filter(isOpen).join(" "));
      expect(path.filter((one) => !isOpen(one)).length).toBeLessThanOrEqual(1);
    }),
  );
});

test("one that could not be started waits again, unless it does not run", () => {
  const after = invocationStatuses.map((status) => afterEvent(status, { kind: "neverBegan" })?.status);
  expect(after).toEqual(invocationStatuses.map((status) => (status === "running" ? "queued" : undefined)));
});

test("a return is valid only while running and sets the output", () => {
  const returned: InvocationEvent = { kind: "returned", output: "null" };
  expect(afterEvent("queued", returned)).toBeUndefined();
  expect(afterEvent("running", returned)).toMatchObject({ status: "succeeded", output: "null" });
});

test("a forced end sets either status and leaves the output unchanged when none is given", () => {
  for (const status of invocationStatuses.filter(isOpen)) {
    const cancelled = afterEvent(status, { kind: "forced", status: "failed", output: undefined });
    expect(cancelled).toEqual({ status: "failed", reason: "cancelled by request" });
    const done = afterEvent(status, { kind: "forced", status: "succeeded", output: "1" });
    expect(done).toMatchObject({ status: "succeeded", output: "1" });
  }
});

test("the dashboard knows by the reason that an invocation was cancelled, or stopped with the service", () => {
  const cancelled = afterEvent("running", { kind: "forced", status: "failed", output: undefined });
  const reasons = [cancelled?.reason ?? null, serviceStoppedReason, neverRunReason, clientLeftReason];
  expect(reasons.map(isInterruption)).toEqual([true, true, true, false]);
});

test("a queued invocation can fail without running", () => {
  expect(afterEvent("queued", { kind: "broke", reason: "too late" })).toEqual({
    status: "failed",
    reason: "too late",
  });
});
