import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { planOf, selectionText } from "./bulk-plan.ts";

const run = (status: string | null, more: Partial<Invocation> = {}): Invocation => ({
  id: Math.random().toString(36).slice(2),
  status,
  app_name: "shop",
  version: "v1",
  action_name: "buy",
  payload: "{}",
  ...more,
});

describe("what a selection holds", () => {
  it("counts by status in the order of a run's life, unknown words last", () => {
    const runs = [run("failed"), run("paused"), run("running"), run(null), run("failed")];
    expect(selectionText(runs, "no")).toBe("5 runs selected: 1 running, 2 failed, 1 paused, 1 unknown");
    expect(selectionText([run("queued")], "yes")).toBe("All matching: 1 run selected: 1 queued");
    expect(selectionText([], "no")).toBe("0 runs selected");
  });
});

describe("running again", () => {
  it("takes all that can be invoked, says which have no payload, which go on, and which are skipped", () => {
    const plan = planOf("again", [
      run("failed"),
      run("failed", { payload: null }),
      run("running"),
      run("succeeded", { version: undefined }),
    ]);
    expect(plan.runs.map(({ status }) => status)).toEqual(["failed", "failed", "running"]);
    expect(plan.skipped).toBe(1);
    expect(plan.effects[0]).toBe("3 runs will be invoked again as new runs; 1 has no payload.");
    expect(plan.effects.join(" ")).toMatch(/1 of them is still queued or running and goes on/);
    expect(plan.effects.join(" ")).toMatch(/1 skipped/);
  });

  it("knows an empty payload from none", () => {
    expect(planOf("again", [run("failed", { payload: "" })]).effects[0]).toBe(
      "1 run will be invoked again as a new run.",
    );
  });
});

describe("cancelling", () => {
  it("takes what is queued or running; the rest, states we do not know too, is skipped", () => {
    const plan = planOf("cancel", [run("queued"), run("running"), run("failed"), run("paused")]);
    expect(plan.runs.map(({ status }) => status)).toEqual(["queued", "running"]);
    expect(plan.skipped).toBe(2);
    expect(plan.effects[0]).toMatch(/^2 runs will end as failed; their browser sessions are destroyed/);
    expect(plan.effects[1]).toBe("2 skipped: not queued or running.");
  });
});
