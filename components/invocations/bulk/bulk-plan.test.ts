import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { planOf, selectionText } from "./bulk-plan.ts";

const makeInvocation = (status: string | null, more: Partial<Invocation> = {}): Invocation => ({
  id: Math.random().toString(36).slice(2),
  status,
  app_name: "shop",
  version: "v1",
  action_name: "buy",
  payload: "{}",
  ...more,
});

describe("the content of a selection", () => {
  it("is counted by status in order of the life cycle, unknown statuses last", () => {
    const invocations = [
      makeInvocation("failed"),
      makeInvocation("paused"),
      makeInvocation("running"),
      makeInvocation(null),
      makeInvocation("failed"),
    ];
    expect(selectionText(invocations, "no")).toBe(
      "5 invocations selected: 1 running, 2 failed, 1 paused, 1 unknown",
    );
    expect(selectionText([makeInvocation("queued")], "yes")).toBe(
      "All matching: 1 invocation selected: 1 queued",
    );
    expect(selectionText([], "no")).toBe("0 invocations selected");
  });
});

describe("running again", () => {
  it("includes all that can be invoked, and lists those without payload, still open, or skipped", () => {
    const plan = planOf("again", [
      makeInvocation("failed"),
      makeInvocation("failed", { payload: null }),
      makeInvocation("running"),
      makeInvocation("succeeded", { version: undefined }),
    ]);
    expect(plan.invocations.map(({ status }) => status)).toEqual(["failed", "failed", "running"]);
    expect(plan.skipped).toBe(1);
    expect(plan.effects[0]).toBe("Starts 3 new invocations; 1 has no payload.");
    expect(plan.effects.join(" ")).toMatch(/1 of them is still queued or running and continues/);
    expect(plan.effects.join(" ")).toMatch(/1 skipped/);
  });

  it("skips those whose payload has hidden secrets, which would be lost", () => {
    const plan = planOf("again", [makeInvocation("failed", { payload: '{"token":"[redacted]"}' })]);
    expect([plan.invocations, plan.skipped]).toEqual([[], 1]);
    expect(plan.effects.join(" ")).toMatch(/1 skipped: the payload has hidden secrets/);
  });

  it("distinguishes an empty payload from none", () => {
    expect(planOf("again", [makeInvocation("failed", { payload: "" })]).effects[0]).toBe(
      "Starts 1 new invocation.",
    );
  });
});

describe("cancelling", () => {
  it("includes queued and running ones; the rest and unknown statuses are skipped", () => {
    const plan = planOf("cancel", [
      makeInvocation("queued"),
      makeInvocation("running"),
      makeInvocation("failed"),
      makeInvocation("paused"),
    ]);
    expect(plan.invocations.map(({ status }) => status)).toEqual(["queued", "running"]);
    expect(plan.skipped).toBe(2);
    expect(plan.effects[0]).toMatch(/^2 invocations will end as failed, and their browsers end/);
    expect(plan.effects[1]).toBe("2 skipped: not queued or running.");
  });
});
