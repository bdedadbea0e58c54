import { expect, it } from "vitest";
import { paces } from "../paces.ts";
import { RunSessions } from "./run-sessions.ts";

function asked() {
  let nowMs = 1_000_000;
  const calls: string[] = [];
  let fails = false;
  const sessions = new RunSessions({
    clock: { nowMs: () => nowMs },
    ask: async (id) => {
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

it("asks a young run again soon, an old one after ten seconds at the latest", async () => {
  const { sessions, calls, pass } = asked();
  const young = { id: "young", startedAtMs: 1_000_000 };
  const old = { id: "old", startedAtMs: 0 };
  for (const run of [young, old]) await sessions.of(run);
  expect(await sessions.of(young)).toEqual(["young-session-1"]);
  pass(1_001);
  await Promise.all([sessions.of(young), sessions.of(old)]);
  expect(calls).toEqual(["young", "old", "young"]);
  pass(9_000);
  expect(await sessions.of(old)).toEqual(["old-session-4"]);
});

it("asks an old run, too, for who needs it as of now", async () => {
  const { sessions, calls, pass } = asked();
  const old = { id: "old", startedAtMs: 0 };
  await sessions.of(old);
  pass(1_001);
  await sessions.of(old);
  expect(calls).toHaveLength(1);
  expect(await sessions.of(old, paces.runSessions.now)).toEqual(["old-session-2"]);
});

it("asks a young run no more often than an old one for figures that are worked out all the time", async () => {
  const { sessions, calls, pass } = asked();
  const young = { id: "young", startedAtMs: 1_000_000 };
  await sessions.of(young);
  pass(9_000);
  await sessions.of(young, paces.runSessions.calm);
  expect(calls).toHaveLength(1);
  pass(1_001);
  await sessions.of(young, paces.runSessions.calm);
  expect(calls).toHaveLength(2);
});

it("asks once for all who ask at once, keeps no failure, and nothing for longer when the clock is set back", async () => {
  const { sessions, calls, pass, fail } = asked();
  const run = { id: "r", startedAtMs: 0 };
  await Promise.all([sessions.of(run), sessions.of(run)]);
  expect(calls).toHaveLength(1);
  pass(-3_600_000);
  fail(true);
  await expect(sessions.of(run)).rejects.toThrow("no answer");
  fail(false);
  expect(await sessions.of(run)).toEqual(["r-session-3"]);
});
