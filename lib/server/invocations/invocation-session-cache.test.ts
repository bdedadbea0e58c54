import { expect, it } from "vitest";
import { paces } from "../kernel/paces.ts";
import { InvocationSessions } from "./invocation-session-cache.ts";

function makeCache(random = () => 1) {
  let nowMs = 1_000_000;
  const calls: string[] = [];
  let fails = false;
  const sessions = new InvocationSessions({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    random,
    read: async (id) => {
      calls.push(id);
      if (fails) throw new Error("no answer");
      return [`${id}-session-${calls.length}`];
    },
  });
  return {
    sessions,
    calls,
    pass: (ms: number) => {
      nowMs += ms;
    },
    fail: (next: boolean) => {
      fails = next;
    },
  };
}

it("reads a young invocation again soon, an old one after ten seconds at the latest", async () => {
  const { sessions, calls, pass } = makeCache();
  const young = { id: "young", startedAtMs: 1_000_000 };
  const old = { id: "old", startedAtMs: 0 };
  for (const invocation of [young, old]) await sessions.of(invocation);
  expect(await sessions.of(young)).toEqual(["young-session-1"]);
  pass(1_001);
  await Promise.all([sessions.of(young), sessions.of(old)]);
  expect(calls).toEqual(["young", "old", "young"]);
  pass(9_000);
  expect(await sessions.of(old)).toEqual(["old-session-4"]);
});

it("reads an old invocation again when current data is required", async () => {
  const { sessions, calls, pass } = makeCache();
  const old = { id: "old", startedAtMs: 0 };
  await sessions.of(old);
  pass(1_001);
  await sessions.of(old);
  expect(calls).toHaveLength(1);
  expect(await sessions.of(old, paces.invocationSessions.now)).toEqual(["old-session-2"]);
});

it("reads a young invocation as rarely as an old one for periodic figures", async () => {
  const { sessions, calls, pass } = makeCache();
  const young = { id: "young", startedAtMs: 1_000_000 };
  await sessions.of(young);
  pass(9_000);
  await sessions.of(young, paces.invocationSessions.calm);
  expect(calls).toHaveLength(1);
  pass(1_001);
  await sessions.of(young, paces.invocationSessions.calm);
  expect(calls).toHaveLength(2);
});

it("reads invocations that were first read together at different times from then on", async () => {
  const shares = [0, 1];
  const { sessions, calls, pass } = makeCache(() => shares.shift() ?? 1);
  const both = ["a", "b"].map((id) => ({ id, startedAtMs: 0 }));
  const read = () => Promise.all(both.map((each) => sessions.of(each, paces.invocationSessions.calm)));
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([read(), read()]);
    pass(5_000);
  }
  expect(calls).toEqual(["a", "b", "a", "b", "a", "b", "a"]);
});

it("shares concurrent reads, and caches no failure", async () => {
  const { sessions, calls, pass, fail } = makeCache();
  const invocation = { id: "r", startedAtMs: 0 };
  await Promise.all([sessions.of(invocation), sessions.of(invocation)]);
  expect(calls).toHaveLength(1);
  pass(10_001);
  fail(true);
  await expect(sessions.of(invocation)).rejects.toThrow("no answer");
  fail(false);
  expect(await sessions.of(invocation)).toEqual(["r-session-3"]);
});
