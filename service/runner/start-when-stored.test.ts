import { expect, it, vi } from "vitest";
import { Problem } from "../kernel/problem.ts";
import type { Runner, RunnerEvents } from "./runner-process.ts";
import { startWhenStored } from "./start-when-stored.ts";

const job = {
  kind: "run" as const,
  invocationId: "i1",
  code: null,
  app: "a",
  version: "v1",
  action: "b",
  payload: null,
  serviceUrl: "http://127.0.0.1:1",
  shopUrl: "http://127.0.0.1:2",
  token: "t",
};

function prepare() {
  const stored = Promise.withResolvers<void>();
  const stop = vi.fn<() => void>();
  const start = vi.fn<(id: string) => Runner>(() => ({ pid: 7, stop }));
  const gone = vi.fn<(how: string) => void>();
  const events: RunnerEvents = { log: () => {}, outcome: () => {}, gone };
  const runner = startWhenStored(start, () => stored.promise)("i1", job, events);
  return { stored, start, stop, gone, runner };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("starts the runner once it is stored that the invocation runs", async () => {
  const { stored, start, stop, runner } = prepare();
  await turn();
  expect([start.mock.calls.length, runner.pid]).toEqual([0, undefined]);
  stored.resolve();
  await turn();
  expect([start.mock.calls.length, runner.pid]).toEqual([1, 7]);
  runner.stop();
  expect(stop).toHaveBeenCalledOnce();
});

it("starts nothing that was stopped before", async () => {
  const { stored, start, gone, runner } = prepare();
  runner.stop();
  runner.stop();
  stored.resolve();
  await turn();
  expect(start).not.toHaveBeenCalled();
  expect(gone.mock.calls).toEqual([["it was stopped before it started", false]]);
});

it("starts nothing after another service has taken over", async () => {
  const { stored, start, gone } = prepare();
  stored.reject(new Error("lost"));
  await turn();
  expect(start).not.toHaveBeenCalled();
  expect(gone.mock.calls).toEqual([["another service has taken over", false]]);
});

it.each([
  ["by this machine", new Error("no room"), true],
  ["as its code is gone", new Problem(404, "not_found", "no code"), false],
])("ends when the runner cannot be started %s", async (_, error, neverBegan) => {
  const { stored, start, gone } = prepare();
  start.mockImplementation(() => {
    throw error;
  });
  stored.resolve();
  await turn();
  expect(gone.mock.calls).toEqual([[`it could not be started: ${error.message}`, neverBegan]]);
});
