import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import {
  actionKeyText,
  actionsToMeasure,
  evidenceOf,
  findStuck,
  minStuckSample,
  oldestQueued,
} from "./stuck.ts";

const nowMs = Date.parse("2026-03-01T12:00:00Z");
const ago = (seconds: number) => new Date(nowMs - seconds * 1000).toISOString();
const running = (id: string, seconds: number, action_name = "search"): Invocation => ({
  id,
  app_name: "shop",
  action_name,
  status: "running",
  started_at: ago(seconds),
});
const usual = (invocations: number, p99Ms: number) => ({ invocations, p50Ms: 1, p95Ms: 2, p99Ms });
const none = () => undefined;

describe("findStuck", () => {
  it("is certain beyond the maximum time of the API, whatever is usual", () => {
    const found = findStuck([running("a", 3_600), running("b", 3_601)], none, nowMs);
    expect(found.map(({ invocation }) => invocation.id)).toEqual(["b"]);
    expect(found.map(({ reason }) => evidenceOf(reason))).toEqual(["no invocation may take longer than 1 h"]);
  });

  it("suspects an invocation beyond the p99 of its own action", () => {
    const key = actionKeyText({ app_name: "shop", action_name: "search" });
    const usualDurationOf = (requested: string) => (requested === key ? usual(87, 40_000) : undefined);
    const invocations = [running("short", 40), running("long", 240), running("other", 240, "buy")];
    const found = findStuck(invocations, usualDurationOf, nowMs);
    expect(found).toMatchObject([{ invocation: { id: "long" }, runningMs: 240_000 }]);
    expect(found.map(({ reason }) => evidenceOf(reason))).toEqual(["p99 of 87 invocations is 40.0 s"]);
  });

  it("suspects none on a small sample", () => {
    const sampled = (invocations: number) =>
      findStuck([running("a", 240)], () => usual(invocations, 1_000), nowMs).length;
    expect(sampled(minStuckSample - 1)).toBe(0);
    expect(sampled(minStuckSample)).toBe(1);
  });

  it("skips invocations that do not run, have no start or start in the future; the longest comes first", () => {
    const invocations: Invocation[] = [
      { ...running("queued", 9_000), status: "queued" },
      { ...running("over", 9_000), status: "succeeded" },
      { ...running("unknown", 9_000), status: "paused" },
      { ...running("no start", 9_000), started_at: null },
      running("future", -100),
      running("two", 4_000),
      running("one", 5_000),
    ];
    expect(
      findStuck(invocations, () => usual(50, 1_000_000_000), nowMs).map(({ invocation }) => invocation.id),
    ).toEqual(["one", "two"]);
  });
});

describe("actionsToMeasure", () => {
  it("returns the most frequent, at most ten, none without a name, and the number left out", () => {
    const invocations = Array.from({ length: 12 }, (_, at) => running(`r${at}`, 1, `action ${at}`));
    const more = [running("x", 1, "action 11"), { id: "nameless", status: "running" }];
    const { measured, leftOut } = actionsToMeasure([...invocations, ...more]);
    expect(measured).toHaveLength(10);
    expect(measured[0]).toEqual({ app_name: "shop", action_name: "action 11" });
    expect(leftOut).toBe(2);
    expect(actionsToMeasure(invocations.slice(0, 10)).leftOut).toBe(0);
  });
});

describe("oldestQueued", () => {
  it("is the one that has waited longest; undefined if none is queued", () => {
    const queued = [5, 90, 30].map((seconds) => ({ ...running(`q${seconds}`, seconds), status: "queued" }));
    expect(oldestQueued([...queued, running("r", 500)], nowMs)).toMatchObject({
      invocation: { id: "q90" },
      waitedMs: 90_000,
    });
    expect(oldestQueued([running("r", 500)], nowMs)).toBeUndefined();
    expect(oldestQueued([{ ...running("ahead", -3), status: "queued" }], nowMs)?.waitedMs).toBe(0);
  });
});
