import { describe, expect, it } from "vitest";
import { hour, minute, now, pay } from "../../tests/support/fakes/attention-input.ts";
import type { OpenInvocation } from "./attention-input.ts";
import { findStuck, stuckRules } from "./stuck.ts";

const running = (id: string, ageMs: number, changes: Partial<OpenInvocation> = {}): OpenInvocation => ({
  ...pay,
  id,
  version: "v1",
  status: "running",
  started_at_ms: now - ageMs,
  ...changes,
});
const usual = {
  ...pay,
  p50_ms: 2_000,
  p99_ms: 60_000,
  invocations: stuckRules.minUsual,
  with_failed: false,
};

describe("findStuck", () => {
  it("covers every action, however many run, the longest first", () => {
    const open = Array.from({ length: 60 }, (_, at) =>
      running(`i${at}`, (at + 3) * minute, { action_name: `action ${at}` }),
    );
    const known = open.map(({ action_name }) => ({ ...usual, action_name }));
    const { stuck, unmeasured } = findStuck(open, known, now);
    expect(stuck.map(({ id }) => id)).toEqual(open.toReversed().map(({ id }) => id));
    expect(unmeasured).toBe(0);
  });

  it("counts the running actions whose usual duration is not known", () => {
    const open = [
      running("a", 1),
      running("b", 1, { action_name: "ship" }),
      running("c", 1, { app_name: "bank" }),
    ];
    const few = { ...usual, action_name: "ship", invocations: stuckRules.minUsual - 1 };
    expect(findStuck(open, [usual, few], now)).toEqual({ stuck: [], unmeasured: 2 });
  });

  it("names the limit that is exceeded, and what is usual", () => {
    const { p50_ms, p99_ms, invocations } = usual;
    const open = [running("late", 3 * minute), running("beyond", hour + 1), running("early", 2 * minute)];
    expect(findStuck(open, [usual], now).stuck).toMatchObject([
      { id: "beyond", basis: "limit", limit_ms: hour, usual: { p50_ms, p99_ms, invocations } },
      { id: "late", basis: "usual", limit_ms: 2 * minute },
    ]);
    expect(findStuck([running("a", 11 * minute)], [], now).stuck).toMatchObject([
      { basis: "long", limit_ms: stuckRules.longMs, usual: null },
    ]);
  });

  it("takes the durations of an action that mostly failed for the least that is usual", () => {
    const open = [running("a", 30 * minute), running("b", 50 * minute)];
    const failed = { ...usual, with_failed: true };
    expect(findStuck(open, [{ ...failed, p99_ms: 20 * minute }], now)).toMatchObject({
      stuck: [{ id: "b", basis: "long", limit_ms: 40 * minute, usual: null }],
      unmeasured: 1,
    });
    expect(findStuck(open, [{ ...failed, p99_ms: 40 * minute }], now).stuck).toEqual([]);
    expect(findStuck([running("a", 11 * minute)], [{ ...failed, p99_ms: 1_000 }], now).stuck).toMatchObject([
      { basis: "long", limit_ms: stuckRules.longMs, usual: null },
    ]);
    expect(findStuck([running("a", hour + 1)], [failed], now).stuck).toMatchObject([
      { basis: "limit", limit_ms: hour, usual: null },
    ]);
  });

  it("skips what does not run, and what starts in the future", () => {
    const open = ["queued", "succeeded", "paused"].map((status) => running(status, 2 * hour, { status }));
    expect(findStuck([...open, running("ahead", -minute)], [usual], now).stuck).toEqual([]);
  });
});
