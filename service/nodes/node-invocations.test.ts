import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { NoAnswer } from "../http/json-request.ts";
import { Problem } from "../kernel/problem.ts";
import type { InvocationJob } from "../runner/runner-messages.ts";
import type { RunnerEvents } from "../runner/runner-process.ts";
import type { InvocationQueue } from "./invocation-queue.ts";
import { NodeInvocations, type NodeInvocationsDeps } from "./node-invocations.ts";
import type { InvocationMessage } from "./node-protocol.ts";

/** Those of one data folder. */
function keptInMemory() {
  const invocations = new Map<string, InvocationMessage["event"][]>();
  const kept: NodeInvocationsDeps["kept"] = {
    keep: async (id, events) => void invocations.set(id, [...events]),
    forget: async (id) => void invocations.delete(id),
    all: async () => new Map(invocations),
  };
  return kept;
}

/** A node whose queue hands out what `handOut` is called with; `give` gives the job. */
async function startNode(
  give: (id: string) => Promise<InvocationJob | undefined>,
  kept = keptInMemory(),
  { lostAfterMs = 1_000, fetchCode = async () => {} } = {},
) {
  const claim = async (id: string) => {
    const job = await give(id);
    return job && { job, timeLimitSeconds: 10 };
  };
  const clock = new ManualClock();
  const code = new Set<string>();
  const started: { id: string; job: InvocationJob; events: RunnerEvents; isStopped: boolean }[] = [];
  let handOut: ((id: string) => Promise<void>) | undefined;
  const failures: Error[] = [];
  const invocations = new NodeInvocations({
    startRunner(id, job, events) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      const run = { id, job, events, isStopped: false };
      started.push(run);
      return {
        pid: 1,
        stop() {
          run.isStopped = true;
        },
      };
    },
    claim,
    codeDir: "/code",
    sessionsOf: () => [],
    async fetchCode(_, into) {
      await fetchCode();
      code.add(into);
    },
    removeCode: (folder) => void code.delete(folder),
    serviceUrl: () => "http://node",
    shopUrl: () => "http://shop",
    clock,
    kept,
    retryMs: 1,
    lostAfterMs,
    report() {},
  });
  await invocations.restore();
  const queue: Pick<InvocationQueue, "work" | "pause" | "close"> = {
    async work(_, run) {
      handOut = run;
    },
    async pause() {
      handOut = undefined;
    },
    async close() {},
  };
  await invocations.start(queue, 2);
  const messages: InvocationMessage[] = [];
  invocations.watch(0, (message) => messages.push(message));
  return {
    invocations,
    clock,
    code,
    started,
    messages,
    failures,
    handOut: async (id: string) => await handOut?.(id),
    takes: () => handOut !== undefined,
  };
}
const job = (id: string, more: Partial<InvocationJob> = {}) =>
  ({ invocationId: id, code: null, serviceUrl: "http://service", ...more }) as InvocationJob;

test("an invocation that the queue hands out again runs once", async () => {
  let claims = 0;
  const { invocations, started, messages, handOut } = await startNode(async (id) => {
    claims += 1;
    return job(id);
  });
  expect(invocations.knows("i1")).toBe(false);
  const first = handOut("i1");
  expect(invocations.knows("i1")).toBe(true);
  await handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  expect(invocations.ids()).toEqual(["i1"]);
  started[0]?.events.gone("exit code 0");
  await first;
  await handOut("i1");
  expect([claims, started.length, invocations.ids(), invocations.knows("i1")]).toEqual([1, 1, [], true]);
  expect(messages.map(({ event }) => event.kind)).toEqual(["gone"]);
});

test("one that could not be claimed is claimed when it is handed out again", async () => {
  const answers = [
    new Error("no answer"),
    job("i1", { code: { folder: "/x/d1", entry: "app.ts", env: {} } }),
  ];
  const { invocations, started, handOut } = await startNode(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await expect(handOut("i1")).rejects.toThrow("no answer");
  expect(invocations.knows("i1")).toBe(false);
  void handOut("i1");
  await expect
    .poll(() => started[0]?.job)
    .toMatchObject({
      serviceUrl: "http://node",
      shopUrl: "http://shop",
      code: { folder: "/code/d1", entry: "app.ts" },
    });
});

test("one that is stopped while it is claimed is stopped as soon as it runs", async () => {
  const claimed = Promise.withResolvers<InvocationJob>();
  const { invocations, started, handOut } = await startNode(async () => await claimed.promise);
  void handOut("i1");
  expect([invocations.stop("i1"), invocations.stop("i2")]).toEqual([true, false]);
  claimed.resolve(job("i1"));
  await expect.poll(() => started[0]?.isStopped).toBe(true);
});

test("while no service answers it is claimed again, as it may be given to this node already", async () => {
  const unreachable = new Problem(503, "node_unreachable", "not connected yet");
  const answers = [new NoAnswer("closed"), new NoAnswer("refused"), unreachable, job("i1")];
  const { invocations, started, handOut } = await startNode(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  void handOut("i1");
  expect(invocations.claiming()).toEqual(["i1"]);
  await expect.poll(() => started).toHaveLength(1);
  expect([invocations.ids(), invocations.claiming()]).toEqual([["i1"], []]);
  answers.push(unreachable);
  await expect(handOut("i2")).rejects.toThrow("not connected yet");
  expect(invocations.claiming()).toEqual([]);
});

test("an invocation is claimed until the next service has started, however long that takes", async () => {
  const starting = new Problem(503, "standby", "not started yet");
  const answers = [new NoAnswer("refused"), starting, starting, new NoAnswer("reset"), job("i1")];
  const give = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { started, handOut } = await startNode(give, keptInMemory(), { lostAfterMs: 0 });
  void handOut("i1").catch(() => {});
  await expect.poll(() => started).toHaveLength(1);
});

test("the time limit holds without a service, but not for an outcome that came before", async () => {
  const { clock, started, messages, handOut } = await startNode(async (id) => job(id));
  for (const id of ["i1", "i2"]) void handOut(id);
  await expect.poll(() => started).toHaveLength(2);
  const [late, done] = started;
  done?.events.outcome({ kind: "outcome", ok: true, output: "1" });
  clock.advance(10_000);
  expect([late?.isStopped, done?.isStopped]).toEqual([true, true]);
  late?.events.outcome({ kind: "outcome", ok: true, output: "too late" });
  for (const run of started) run.events.gone("signal SIGTERM");
  const reason = "no result within 10 s of running";
  await expect.poll(() => messages.length).toBe(4);
  const inOrder = messages.toSorted((one, other) => one.id.localeCompare(other.id));
  expect(inOrder.map(({ id, event }) => [id, event])).toEqual([
    ["i1", { kind: "outcome", ok: false, reason }],
    ["i1", { kind: "gone", how: "signal SIGTERM" }],
    ["i2", { kind: "outcome", ok: true, output: "1" }],
    ["i2", { kind: "gone", how: "signal SIGTERM" }],
  ]);
});

test("a node is busy until a service has stored how everything ended", async () => {
  const { invocations, started, messages, handOut } = await startNode(async (id) => job(id));
  expect(invocations.isBusy).toBe(false);
  void handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  started[0]?.events.log("works");
  started[0]?.events.gone("exit code 0");
  await expect.poll(() => invocations.ids()).toEqual([]);
  expect(invocations.isBusy).toBe(true);
  invocations.confirm("i1");
  expect(invocations.isBusy).toBe(false);
  expect(messages[0]?.event).toEqual({ kind: "log", line: "works", at: "2026-01-01T00:00:00.000000000Z" });
});

test("an outcome is kept before it is reported, and handed over by the next process with the folder", async () => {
  const kept = keptInMemory();
  const isKept = Promise.withResolvers<void>();
  const slow = {
    ...kept,
    async keep(...run: Parameters<typeof kept.keep>) {
      await kept.keep(...run);
      await isKept.promise;
    },
  };
  const { started, messages, handOut } = await startNode(async (id) => job(id), slow);
  void handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  const outcome = { kind: "outcome" as const, ok: true as const, output: "1" };
  started[0]?.events.log("works");
  started[0]?.events.outcome(outcome);
  started[0]?.events.gone("exit code 0");
  await new Promise((resolve) => setImmediate(resolve));
  expect(messages.map(({ event }) => event.kind)).toEqual(["log"]);

  const next = await startNode(async () => undefined, kept);
  expect(next.messages.map(({ id, event }) => [id, event])).toEqual([
    ["i1", messages[0]?.event],
    ["i1", outcome],
    ["i1", { kind: "gone", how: "its node was started again" }],
  ]);
  expect([next.invocations.ids(), next.invocations.isBusy]).toEqual([[], true]);
  next.invocations.confirm("i1");
  await new Promise((resolve) => setImmediate(resolve));
  expect((await startNode(async () => undefined, kept)).messages).toEqual([]);
  isKept.resolve();
  await expect.poll(() => messages.map(({ event }) => event.kind)).toEqual(["log", "outcome", "gone"]);
});

test("the outcome of a failed release replaces the one before it, however slow the disk is", async () => {
  const kept = keptInMemory();
  const writes: (() => void)[] = [];
  const slow = {
    ...kept,
    async keep(...run: Parameters<typeof kept.keep>) {
      await new Promise<void>((resolve) => writes.push(resolve));
      await kept.keep(...run);
    },
  };
  const { started, messages, handOut } = await startNode(async (id) => job(id), slow);
  void handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  const returned = { kind: "outcome" as const, ok: true as const, output: "1" };
  const failed = { kind: "outcome" as const, ok: false as const, reason: "not released" };
  for (const outcome of [returned, failed]) started[0]?.events.outcome(outcome);
  started[0]?.events.gone("exit code 0");
  // The last one that is under way is written first.
  const writeLast = () => {
    writes.pop()?.();
    return writes.length === 0 && messages.length === 3;
  };
  await expect.poll(writeLast).toBe(true);
  const gone = { kind: "gone", how: "exit code 0" };
  expect(messages.map(({ event }) => event)).toEqual([returned, failed, gone]);
  expect((await kept.all()).get("i1")?.at(-1)).toEqual(failed);
});

test("code is removed that no run uses, but for what ran last", async () => {
  const { code, started, handOut } = await startNode(async (id) =>
    job(id, { code: { folder: `/x/d${id}`, entry: "app.ts", env: {} } }),
  );
  const goes = handOut("0");
  for (let at = 1; at <= 7; at += 1) {
    const run = handOut(`${at}`);
    await expect.poll(() => started).toHaveLength(at + 1);
    started[at]?.events.gone("exit code 0");
    await run;
  }
  expect([...code]).toEqual([0, 3, 4, 5, 6, 7].map((at) => `/code/d${at}`));
  started[0]?.events.gone("exit code 0");
  await goes;
  expect([...code]).toEqual([0, 4, 5, 6, 7].map((at) => `/code/d${at}`));
});

const neverBegan = { kind: "gone", how: "it could not be started: no space", neverBegan: true };

test("a node that cannot start a runner takes nothing for a while, each time longer, until one starts", async () => {
  const { invocations, clock, started, messages, failures, takes, handOut } = await startNode(async (id) =>
    job(id),
  );
  const restsAfter = async (id: string, forMs: number) => {
    failures.push(new Error("no space"));
    await handOut(id);
    expect(messages.at(-1)).toMatchObject({ id, event: neverBegan });
    // It may be given to this node again.
    expect([takes(), invocations.knows(id), invocations.ids()]).toEqual([false, false, []]);
    clock.advance(forMs - 1);
    expect(takes()).toBe(false);
    clock.advance(1);
    expect(takes()).toBe(true);
  };
  await restsAfter("i1", 5_000);
  await restsAfter("i1", 10_000);
  const run = handOut("i2");
  await expect.poll(() => started).toHaveLength(1);
  started[0]?.events.gone("exit code 0", false);
  await run;
  await restsAfter("i3", 5_000);
});

test("a start that failed is forgotten when the next one of the same invocation begins", async () => {
  const { invocations, clock, started, failures, handOut } = await startNode(async (id) => job(id));
  failures.push(new Error("no space"));
  await handOut("i1");
  expect([invocations.after(0), invocations.isBusy]).toEqual([
    [expect.objectContaining({ event: neverBegan })],
    false,
  ]);
  clock.advance(5_000);
  void handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  expect([invocations.after(0), invocations.isBusy]).toEqual([[], true]);
});

test("what was handed out before a rest, and beyond the node's places after it, is handed out again", async () => {
  const { clock, started, failures, handOut, takes } = await startNode(async (id) => job(id));
  const running = handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  failures.push(new Error("no space"));
  await handOut("i2");
  clock.advance(5_000);
  expect(takes()).toBe(true);
  const more = handOut("i3");
  await expect.poll(() => started).toHaveLength(2);
  await expect(handOut("i4")).rejects.toThrow("full");
  for (const { events } of started) events.gone("exit code 0", false);
  await Promise.all([running, more]);
});

test("a node goes on where what is to run cannot be started, or was stopped before it started", async () => {
  const { invocations, started, messages, failures, takes, handOut } = await startNode(async (id) => job(id));
  failures.push(new Problem(404, "not_found", "no code"));
  await handOut("i1");
  const run = handOut("i2");
  await expect.poll(() => started).toHaveLength(1);
  invocations.stop("i2");
  started[0]?.events.gone("signal SIGTERM", true);
  await run;
  expect(messages.map(({ event }) => event)).toEqual([
    { kind: "gone", how: "it could not be started: no code" },
    { kind: "gone", how: "signal SIGTERM" },
  ]);
  expect(takes()).toBe(true);
});

test("a node that is drained while it rests takes nothing more", async () => {
  const { invocations, clock, failures, takes, handOut } = await startNode(async (id) => job(id));
  failures.push(new Error("no space"));
  await handOut("i1");
  await invocations.pause();
  clock.advance(5_000);
  expect(takes()).toBe(false);
});

test("what a node has not begun when it shuts down is given back, and what runs is stopped", async () => {
  const answer = Promise.withResolvers<InvocationJob>();
  const code = { folder: "/x/d1", entry: "app.ts", env: {} };
  const jobs = new Map([
    ["i1", Promise.resolve(job("i1"))],
    ["i2", answer.promise],
  ]);
  const { invocations, started, messages, takes, handOut } = await startNode(
    async (id) => await jobs.get(id),
  );
  const running = handOut("i1");
  await expect.poll(() => started).toHaveLength(1);
  const claimed = handOut("i2");
  // Not before what is claimed is given back: this node leaves the list then.
  const closed = invocations.close().then(() => messages.length);
  expect(started[0]?.isStopped).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  answer.resolve(job("i2", { code }));
  expect(await closed).toBe(1);
  await claimed;
  started[0]?.events.gone("signal SIGTERM", true);
  await running;
  const how = "it could not be started: its node is shutting down";
  expect(messages.map(({ id, event }) => [id, event])).toEqual([
    ["i2", { kind: "gone", how, neverBegan: true, isShuttingDown: true }],
    ["i1", { kind: "gone", how: "signal SIGTERM" }],
  ]);
  expect([takes(), invocations.isBusy]).toEqual([true, true]);
});

test("a node that shuts down takes nothing more, also before its queue has stopped", async () => {
  const claims: string[] = [];
  const { invocations, handOut } = await startNode(async (id) => {
    claims.push(id);
    return job(id);
  });
  await invocations.close();
  await expect(handOut("i1")).rejects.toThrow("shutting down");
  expect([claims, invocations.knows("i1")]).toEqual([[], false]);
});

test("what waits for its code when a node shuts down is given back at once", async () => {
  const code = { folder: "/x/d1", entry: "app.ts", env: {} };
  const { invocations, started, messages, handOut } = await startNode(
    async (id) => job(id, { code }),
    keptInMemory(),
    { fetchCode: async () => await new Promise<never>(() => {}) },
  );
  const claimed = handOut("i1");
  await expect.poll(() => invocations.ids()).toEqual(["i1"]);
  await invocations.close();
  await claimed;
  expect(messages).toMatchObject([{ id: "i1", event: { neverBegan: true, isShuttingDown: true } }]);
  expect(started).toEqual([]);
});
