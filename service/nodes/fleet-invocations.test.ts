import { expect, test } from "vitest";
import type { NodeRunner } from "../invocations/invocations.ts";
import type { InvocationJob } from "../runner/runner-messages.ts";
import type { Runner, RunnerEvents } from "../runner/runner-process.ts";
import { FleetInvocations } from "./fleet-invocations.ts";
import type { NodeLink } from "./node-link.ts";

// Only these are used.
const linkNamed = (
  name: string,
  tell: NodeLink["tell"] = async () => {},
  earlier: string[] = [],
  isOpen = false,
  knowsInvocation: NodeLink["knowsInvocation"] = async () => true,
) => ({ id: name, entry: { name, earlier }, tell, isOpen, knowsInvocation }) as unknown as NodeLink;

/** `given`: what an earlier service has given to nodes, by invocation; `registered`: the present nodes, all but "unknown" when absent. */
function setUp(
  waiting: string[],
  {
    stored = async () => {},
    given = new Map<string, string>(),
    registered,
    onMove = () => {},
    onRequeue = () => true,
    failures = [],
  }: {
    stored?: () => Promise<void>;
    given?: Map<string, string>;
    registered?: NodeLink[];
    onMove?: () => void;
    onRequeue?: () => boolean;
    /** What the next invocations cannot be queued for. */
    failures?: Error[];
  } = {},
) {
  const queued: string[] = [];
  const reported: unknown[] = [];
  const events: string[] = [];
  const runners = new Map<string, Runner>();
  const moved: string[][] = [];
  const open = new Set([...waiting, ...given.keys()]);
  const running = new Map<string, RunnerEvents>();
  const start = (id: string, { startRunner }: NodeRunner) => {
    const on: RunnerEvents = {
      log: (line, at = "now") => void events.push(`${id} ${at} ${line}`),
      outcome: ({ ok }) => void events.push(`${id} ${ok}`),
      gone(how) {
        if (running.get(id) !== on) return;
        events.push(`${id} gone: ${how}`);
        open.delete(id);
      },
    };
    running.set(id, on);
    runners.set(id, startRunner(id, { invocationId: id } as InvocationJob, on));
    return true;
  };
  const invocations = new FleetInvocations({
    queue: {
      async add(id, { isFirst } = {}) {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        queued.push(isFirst ? `${id} first` : id);
      },
    },
    invocations: {
      queuedIds: () => waiting,
      claim(id, on) {
        if (!waiting.includes(id)) return false;
        waiting.splice(waiting.indexOf(id), 1);
        return start(id, on);
      },
      requeue(id) {
        if (!onRequeue()) return false;
        running.delete(id);
        waiting.push(id);
        return true;
      },
      resume: (id, on) =>
        [on.node, ...(on.earlier ?? [])].includes(given.get(id) ?? "") && given.delete(id) && start(id, on),
      unresumed: () => [...given].map(([id, node]) => ({ id, node })),
      isOver: async (id) => !open.has(id),
      timeLimitOf: () => 900,
      move(id, node) {
        onMove();
        moved.push([id, node]);
      },
    },
    stored,
    hasNodes: () => true,
    retryMs: 1,
    report: (error) => void reported.push(error),
    successorOf(node) {
      if (registered === undefined) return node === "unknown" ? undefined : linkNamed(node);
      return registered.find(({ id, entry }) => id === node || entry.earlier.includes(node));
    },
  });
  return { invocations, queued, reported, events, runners, moved };
}

test("what waits is offered once, in its order", async () => {
  const { invocations, queued } = setUp(["i1", "i2"]);
  invocations.offerAll();
  invocations.offer("i2");
  invocations.offerAll();
  await expect.poll(() => queued).toEqual(["i1", "i2"]);
});

test("what waits is offered again once the queue may have lost it", async () => {
  const { invocations, queued } = setUp(["i1", "i2"]);
  invocations.offerAll();
  await expect.poll(() => queued).toEqual(["i1", "i2"]);
  invocations.offerAgain();
  await expect.poll(() => queued).toEqual(["i1", "i2", "i1", "i2"]);
});

test("while the database is away what waits is offered again, and that is reported once", async () => {
  const failures = Array.from({ length: 3 }, () => new Error("connection refused"));
  const [first] = failures;
  const { invocations, queued, reported } = setUp(["i1", "i2"], { failures });
  invocations.offerAll();
  await expect.poll(() => queued).toEqual(["i1", "i2"]);
  expect(reported).toEqual([first]);
});

test("one node gets an invocation, again when it has not received it, and no other one", async () => {
  const { invocations, events } = setUp(["i1"]);
  const [one, other] = [linkNamed("one"), linkNamed("other")];
  for (const _ of [1, 2])
    expect(await invocations.claim(one, "i1")).toEqual({
      job: { invocationId: "i1" },
      timeLimitSeconds: 900,
    });
  expect(await invocations.claim(other, "i1")).toBeUndefined();
  invocations.take(other, { type: "run", seq: 1, id: "i1", event: { kind: "log", line: "not its own" } });
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: { kind: "log", line: "works" } });
  invocations.lose(other);
  expect(events).toEqual(["i1 now works"]);
  invocations.lose(one);
  expect(events.at(-1)).toBe("i1 gone: its node one was lost");
});

const neverBegan = { kind: "gone", how: "spawn EAGAIN", neverBegan: true } as const;

test("one that its node could not start waits again, before the others, and fails after three such attempts", async () => {
  const requests: string[] = [];
  const one = linkNamed("one", async (path) => void requests.push(path));
  const other = linkNamed("other");
  const { invocations, queued, events, moved } = setUp(["i1"]);
  const claim = async (link: NodeLink) => expect(await invocations.claim(link, "i1")).toBeDefined();
  await claim(one);
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: neverBegan });
  await expect.poll(() => queued).toEqual(["i1 first"]);
  // It runs nowhere.
  invocations.reconcile(one, { runs: [] });
  invocations.lose(one);
  await claim(other);
  expect(await invocations.claim(one, "i1")).toBeUndefined();
  expect([moved, events]).toEqual([[], []]);

  invocations.take(other, { type: "run", seq: 1, id: "i1", event: neverBegan });
  await expect.poll(() => queued).toEqual(["i1 first", "i1 first"]);
  await claim(other);
  // Nobody is told to forget what may run there by now.
  expect(requests).toEqual([]);
  invocations.take(other, { type: "run", seq: 2, id: "i1", event: neverBegan });
  expect(events).toEqual(["i1 gone: spawn EAGAIN"]);
});

test("one that its node did not start as it shuts down waits again, however often, and that is no failure", async () => {
  const { invocations, queued, reported, events } = setUp(["i1"]);
  const one = linkNamed("one");
  const giveBack = { ...neverBegan, isShuttingDown: true } as const;
  for (let seq = 1; seq <= 4; seq += 1) {
    expect(await invocations.claim(one, "i1")).toBeDefined();
    invocations.take(one, { type: "run", seq, id: "i1", event: giveBack });
    await expect.poll(() => queued).toEqual(Array<string>(seq).fill("i1 first"));
  }
  expect([reported, events]).toEqual([[], []]);
});

test("one that its node could not start, and that is to end or cannot be queued again, ends", async () => {
  const one = linkNamed("one");
  const answers = [
    () => false,
    () => {
      throw new Error("database or disk is full");
    },
  ];
  const { invocations, queued, events } = setUp(["i1", "i2"], {
    onRequeue: () => answers.shift()?.() ?? true,
  });
  for (const id of ["i1", "i2"]) {
    await invocations.claim(one, id);
    invocations.take(one, { type: "run", seq: 1, id, event: neverBegan });
  }
  expect([events, queued]).toEqual([["i1 gone: spawn EAGAIN", "i2 gone: spawn EAGAIN"], []]);
});

test("one that its node could not start, while another one claimed it, runs once", async () => {
  const knows = Promise.withResolvers<boolean>();
  const one = linkNamed("one", undefined, [], true, async () => await knows.promise);
  const requests: string[] = [];
  const other = linkNamed("other", async (path) => void requests.push(path));
  const { invocations, queued, runners } = setUp(["i1"]);
  await invocations.claim(one, "i1");
  const claimed = invocations.claim(other, "i1");
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: neverBegan });
  knows.resolve(false);
  const claims = [
    await claimed,
    await invocations.claim(other, "i1"),
    await invocations.claim(linkNamed("third"), "i1"),
  ];
  expect(claims.map((job) => job !== undefined)).toEqual([false, true, false]);
  expect(queued).toEqual(["i1 first"]);
  runners.get("i1")?.stop();
  expect(requests).toEqual(["/node/runs/i1/stop"]);
});

test("a node that was lost while it claimed gets no job", async () => {
  const isStored = Promise.withResolvers<void>();
  const { invocations, events } = setUp(["i1"], { stored: async () => await isStored.promise });
  const link = linkNamed("one");
  const claimed = invocations.claim(link, "i1");
  invocations.lose(link);
  isStored.resolve();
  expect(await claimed).toBeUndefined();
  expect(events).toEqual(["i1 gone: its node one was lost"]);
});

test("one that its node has never received, and gave up asking for, goes to the next that is handed it", async () => {
  const requests: string[] = [];
  let asked: (() => Promise<boolean>)[] = [];
  const one = linkNamed("one", undefined, [], true, async () => (await asked.shift()?.()) ?? true);
  const other = linkNamed("other", async (path) => void requests.push(path));
  const third = linkNamed("third");
  const { invocations, events, runners, moved } = setUp(["i1"]);
  await invocations.claim(one, "i1");
  // It may run it, or is about to.
  asked = [
    async () => true,
    async () => await Promise.reject(new Error("no answer")),
    async () => {
      await invocations.claim(one, "i1");
      return false;
    },
  ];
  for (const _ of [1, 2, 3]) expect(await invocations.claim(other, "i1")).toBeUndefined();
  expect([asked, moved]).toEqual([[], []]);

  asked = [async () => false, async () => false];
  const claims = [other, third].map((link) => invocations.claim(link, "i1"));
  expect((await Promise.all(claims)).map((claimed) => claimed?.job.invocationId)).toEqual(["i1", undefined]);
  expect([moved, invocations.nodeOf("i1")]).toEqual([[["i1", "other"]], other]);
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: { kind: "log", line: "not its own" } });
  invocations.lose(one);
  runners.get("i1")?.stop();
  expect([events, requests]).toEqual([[], ["/node/runs/i1/stop"]]);
});

test("an invocation stays with its node until it is stored that another one has it", async () => {
  const full = new Error("database or disk is full");
  let isFull = true;
  const onMove = () => {
    if (isFull) throw full;
  };
  const { invocations, moved } = setUp(["i1"], { onMove });
  const one = linkNamed(
    "one",
    async () => {},
    [],
    true,
    async () => false,
  );
  const other = linkNamed("other");
  await invocations.claim(one, "i1");
  await expect(invocations.claim(other, "i1")).rejects.toBe(full);
  expect(invocations.nodeOf("i1")).toBe(one);
  isFull = false;
  expect(await invocations.claim(other, "i1")).toMatchObject({ job: { invocationId: "i1" } });
  expect([moved, invocations.nodeOf("i1")]).toEqual([[["i1", "other"]], other]);
});

test("a run that its node does not know is over when it is stopped, and when the node reports", async () => {
  const requests: string[] = [];
  const link = linkNamed("one", async (path) => {
    requests.push(path);
    throw new Error("404");
  });
  const { invocations, events, runners } = setUp(["i1", "i2"]);
  for (const id of ["i1", "i2"]) await invocations.claim(link, id);
  runners.get("i1")?.stop();
  await expect.poll(() => events).toEqual(["i1 gone: its node does not run it"]);
  invocations.reconcile(link, { runs: ["i9"] });
  expect(events.at(-1)).toBe("i2 gone: its node does not run it");
  expect(requests.at(-1)).toBe("/node/runs/i9/stop");
});

test("what an earlier service has given to a node goes on, and ends where nothing runs it", async () => {
  const given = new Map([
    ["i1", "one"],
    ["i2", "one"],
    ["i3", "one"],
    ["i4", "two"],
    ["i5", "unknown"],
  ]);
  const requests: string[] = [];
  const one = linkNamed("one", async (path) => void requests.push(path));
  const { invocations, events } = setUp([], { given });
  const log = { kind: "log" as const, line: "works", at: "then" };
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: log });
  invocations.take(one, { type: "run", seq: 2, id: "i4", event: log });
  // One that the node has requested and not received.
  invocations.reconcile(one, { runs: ["i1"], claiming: ["i2"] });
  expect((await invocations.claim(one, "i2"))?.job.invocationId).toBe("i2");
  invocations.take(one, { type: "run", seq: 3, id: "i1", event: { kind: "outcome", ok: true, output: "1" } });
  expect(events).toEqual(["i1 then works", "i3 gone: its node does not run it", "i1 true"]);
  invocations.loseUnregistered();
  await expect.poll(() => events.at(-1)).toBe("i5 gone: its node was lost");
  invocations.lose(linkNamed("two"));
  expect(events.at(-1)).toBe("i4 gone: its node two was lost");
  expect(requests).toEqual([]);
});

test("a node is told that an end is stored, now or when it sends it again", async () => {
  const requests: string[] = [];
  const link = linkNamed("one", async (path) => void requests.push(path));
  const isStored = Promise.withResolvers<void>();
  const { invocations } = setUp(["i1"], { stored: async () => await isStored.promise });
  const claimed = invocations.claim(link, "i1");
  const gone = { kind: "gone" as const, how: "exit code 0" };
  invocations.take(link, { type: "run", seq: 1, id: "i1", event: gone });
  await new Promise((resolve) => setImmediate(resolve));
  expect(requests).toEqual([]);
  isStored.resolve();
  await claimed;
  await expect.poll(() => requests).toEqual(["/node/runs/i1/confirm"]);
  invocations.take(link, { type: "run", seq: 2, id: "i0", event: gone });
  await expect.poll(() => requests.at(-1)).toBe("/node/runs/i0/confirm");
});

test("a node keeps an end that was left to the next service", async () => {
  const requests: string[] = [];
  const link = linkNamed("one", async (path) => void requests.push(path));
  const { invocations } = setUp([], { given: new Map([["i1", "another"]]) });
  invocations.take(link, { type: "run", seq: 1, id: "i1", event: { kind: "gone", how: "exit code 0" } });
  invocations.take(link, { type: "run", seq: 2, id: "i0", event: { kind: "gone", how: "exit code 0" } });
  await expect.poll(() => requests).toContain("/node/runs/i0/confirm");
  expect(requests).toEqual(["/node/runs/i0/confirm"]);
});

test("a node that could not be told that an end is stored is told when it is connected again", async () => {
  const requests: string[] = [];
  let isConnected = false;
  const link = linkNamed("one", async (path) => {
    if (!isConnected) throw new Error("not connected");
    requests.push(path);
  });
  const { invocations } = setUp(["i1"]);
  await invocations.claim(link, "i1");
  invocations.take(link, { type: "run", seq: 1, id: "i1", event: { kind: "gone", how: "exit code 0" } });
  await new Promise((resolve) => setImmediate(resolve));
  isConnected = true;
  invocations.reconcile(link, { runs: [] });
  await expect.poll(() => requests).toEqual(["/node/runs/i1/confirm"]);
  invocations.reconcile(link, { runs: [] });
  await new Promise((resolve) => setImmediate(resolve));
  expect(requests).toHaveLength(1);
});

test("what a lost node has left is taken from the next one with its folder, each line once; the rest ends with its report", async () => {
  const given = new Map([["i3", "one"]]);
  const registered = [linkNamed("one")];
  const { invocations, events } = setUp(["i1", "i2", "i4"], { given, registered });
  const [one] = registered;
  if (one === undefined) throw new Error("there is one");
  for (const id of ["i1", "i2"]) await invocations.claim(one, id);
  const line = (at: string) => ({ kind: "log" as const, line: "works", at });
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: line("at 1") });

  const requests: string[] = [];
  const next = linkNamed("two", async (path) => void requests.push(path), ["one", "zero"]);
  registered.splice(0, 1, next);
  invocations.loseUnregistered();
  invocations.lose(one);
  expect(events).toEqual(["i1 at 1 works"]);
  const outcome = { kind: "outcome" as const, ok: true as const, output: "1" };
  const gone = { kind: "gone" as const, how: "restarted" };
  const left = [line("at 1"), line("at 2"), outcome, gone];
  for (const [seq, event] of left.entries()) invocations.take(next, { type: "run", seq, id: "i1", event });
  invocations.reconcile(next, { runs: [] });
  const restarted = "its node two was started again";
  expect(events.slice(1).toSorted()).toEqual([
    "i1 at 2 works",
    "i1 gone: restarted",
    "i1 true",
    `i2 gone: ${restarted}`,
    `i3 gone: ${restarted}`,
  ]);
  await expect.poll(() => requests).toContain("/node/runs/i1/confirm");

  // Nor is it there for long.
  await invocations.claim(next, "i4");
  const last = linkNamed("three", undefined, ["two", "one", "zero"]);
  registered.splice(0, 1, last);
  invocations.lose(next);
  registered.length = 0;
  expect(events.at(-1)).not.toMatch("i4");
  invocations.lose(last);
  expect(events.at(-1)).toBe("i4 gone: its node three was lost");
});

test("a node with a copy of the folder of one that goes on takes nothing from it", async () => {
  const one = linkNamed("one", undefined, [], true);
  const copy = linkNamed("copy", undefined, ["one"], true);
  const { invocations, events } = setUp(["i1"], { given: new Map([["i2", "one"]]), registered: [one, copy] });
  await invocations.claim(one, "i1");
  invocations.reconcile(copy, { runs: [] });
  invocations.reconcile(one, { runs: ["i1", "i2"] });
  expect(events).toEqual([]);
  invocations.lose(one);
  expect(events.toSorted()).toEqual(["i1", "i2"].map((id) => `${id} gone: its node one was lost`));
});

test("what a node has left is taken also before it is noticed that its earlier process is gone", async () => {
  const one = linkNamed("one", undefined, [], true);
  const next = linkNamed("two", undefined, ["one"], true);
  const { invocations, events } = setUp(["i1", "i2"], { registered: [one, next] });
  for (const id of ["i1", "i2"]) await invocations.claim(one, id);
  const line = (at: string) => ({ kind: "log" as const, line: "works", at });
  invocations.take(one, { type: "run", seq: 1, id: "i1", event: line("at 1") });
  const outcome = { kind: "outcome" as const, ok: true as const, output: "1" };
  const left = [line("at 1"), line("at 2"), outcome, { kind: "gone" as const, how: "restarted" }];
  for (const [seq, event] of left.entries()) invocations.take(next, { type: "run", seq, id: "i1", event });
  invocations.reconcile(next, { runs: [] });
  expect(events).toEqual(["i1 at 1 works", "i1 at 2 works", "i1 true", "i1 gone: restarted"]);
  invocations.lose(one);
  expect(events.slice(4)).toEqual(["i2 gone: its node one was lost"]);
});

test("nothing waits for a later process of its node that is lost, too", async () => {
  const one = linkNamed("one");
  const next = Object.assign(linkNamed("two", undefined, ["one"]), { isLost: true });
  const { invocations, events } = setUp(["i1"], { registered: [next] });
  await invocations.claim(one, "i1");
  invocations.lose(one);
  expect(events).toEqual(["i1 gone: its node one was lost"]);
});
