import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { invocationStateEvent, payloadMaxBytes } from "../../lib/contract/invocations.ts";
import { timestamp } from "../../lib/contract/schema.ts";
import { isNodeLoss } from "../../lib/insight/interruption.ts";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { openDatabase } from "../database.ts";
import { AppVersions } from "../deployments/app-versions.ts";
import { registerSampleDeployments } from "../deployments/sample-deployments.ts";
import { Access } from "../kernel/access.ts";
import { standardPaces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import type { Store } from "../kernel/store.ts";
import type { InvocationJob, RunnerOutcome } from "../runner/runner-messages.ts";
import type { RunnerEvents, StartRunner } from "../runner/runner-process.ts";
import { startWhenStored } from "../runner/start-when-stored.ts";
import { sampleApps } from "../samples/samples.ts";
import { appendingTo, type LoggedSession } from "../sessions/agent-log.ts";
import type { SessionsPort } from "./invocation-sessions.ts";
import { Invocations, type NodeRunner } from "./invocations.ts";

const folder = mkdtempSync(join(tmpdir(), "fleetdeck-invocations-"));
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  id: string;
  job: InvocationJob;
  events: RunnerEvents;
  stopped: boolean;
  finish(outcome: RunnerOutcome): void;
}

function setUp(
  options: {
    store?: Store;
    logsDir?: string;
    maxRunning?: number;
    maxQueued?: number;
    slowStop?: boolean;
    hasNodes?: boolean;
    startMs?: number;
    /** Whether a runner starts only when it is stored that its invocation runs. */
    whenStored?: boolean;
  } = {},
) {
  const store = options.store ?? openDatabase(":memory:");
  const clock = new ManualClock(options.startMs);
  registerSampleDeployments(store, clock, sampleApps);
  const access = new Access([], undefined, new Uint8Array(32));
  const runners: Started[] = [];
  /** What the next runners cannot be started for. */
  const failures: Error[] = [];
  const ended: string[] = [];
  const live = new Map<string, (LoggedSession & { id: string })[]>();
  let notifyEnding: Parameters<SessionsPort["onEnding"]>[0] = () => {};
  const unreported = new Set<string>();
  const sessions: SessionsPort = {
    checkReported(id) {
      if (unreported.has(id)) throw new Problem(503, "node_unreachable", "its node is not connected");
    },
    ofInvocation: (id) => live.get(id) ?? [],
    loggedOf: (id) => live.get(id) ?? [],
    browsersOf: (id) => (live.get(id) ?? []).map((session) => ({ session_id: session.id })),
    async end(sessionId, reason) {
      for (const [id, list] of live) {
        if (!list.some((session) => session.id === sessionId)) continue;
        live.set(
          id,
          list.filter((session) => session.id !== sessionId),
        );
        ended.push(`${sessionId} ${reason}`);
        notifyEnding({ id: sessionId, invocationId: id, node: null }, reason);
      }
    },
    onEnding(listener) {
      notifyEnding = listener;
      return () => {};
    },
  };
  const report = vi.fn();
  const onWaiting = vi.fn();
  const startRunner: StartRunner = (id, job, events) => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const runner: Started = {
      id,
      job,
      events,
      stopped: false,
      finish(outcome) {
        events.outcome(outcome);
        events.gone("exit code 0");
      },
    };
    runners.push(runner);
    return {
      pid: undefined,
      stop() {
        if (runner.stopped) return;
        runner.stopped = true;
        if (!options.slowStop) queueMicrotask(() => events.gone("signal SIGKILL"));
      },
    };
  };
  const invocations = new Invocations({
    store,
    logsDir: options.logsDir ?? mkdtempSync(join(folder, "logs-")),
    sessions,
    access,
    clock,
    retryMs: standardPaces.store.retryMs,
    versions: new AppVersions(store),
    deployments: { codeOf: () => null, invocationOver: async () => {} },
    serviceUrl: () => "http://127.0.0.1:1",
    shopUrl: () => "http://127.0.0.1:2",
    maxRunning: options.maxRunning ?? 2,
    ...(options.maxQueued === undefined ? {} : { maxQueued: options.maxQueued }),
    hasNodes: options.hasNodes ?? false,
    report,
    onWaiting,
    startRunner: options.whenStored ? startWhenStored(startRunner, async () => {}) : startRunner,
  });
  invocations.start();
  const nthRunner = (index: number): Started => {
    const runner = runners[index];
    if (!runner) throw new Error(`there is no runner ${index}`);
    return runner;
  };
  const endSession = (invocationId: string, id: string, reason: string, node: string | null = null) => {
    live.set(
      invocationId,
      (live.get(invocationId) ?? []).filter((session) => session.id !== id),
    );
    notifyEnding({ id, invocationId, node }, reason);
  };
  return {
    invocations,
    clock,
    access,
    runners,
    failures,
    nthRunner,
    live,
    unreported,
    endSession,
    ended,
    store,
    report,
    onWaiting,
  };
}

const search = { app_name: "storefront", version: "v1", action_name: "search", payload: '{"query":"oak"}' };
const asyncSearch = { ...search, async: true };
const ok: RunnerOutcome = { kind: "outcome", ok: true, output: '{"total":3}' };
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

function problemOf(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("an invocation goes from queued over running to succeeded, with its output", async () => {
  const { invocations, nthRunner, access } = setUp();
  const { id, status } = invocations.create(asyncSearch);
  expect(status).toBe("queued");
  expect(invocations.acceptsSessions(id)).toBe(false);
  await settle();
  expect(invocations.acceptsSessions(id)).toBe(true);
  expect(invocations.retrieve(id)).toMatchObject({ status: "running", finished_at: null });
  const { job } = nthRunner(0);
  expect(job).toMatchObject({ app: "storefront", version: "v1", action: "search", payload: search.payload });
  expect(access.caller(`Bearer ${job.token}`)).toEqual({ scope: "all", invocationId: id });
  nthRunner(0).finish(ok);
  await settle();
  expect(invocations.acceptsSessions(id)).toBe(false);
  const done = invocations.retrieve(id);
  expect(done).toMatchObject({ status: "succeeded", output: '{"total":3}', payload: search.payload });
  for (const stamp of [done.started_at, done.finished_at]) {
    expect(timestamp.safeParse(stamp).success).toBe(true);
    expect(stamp).toMatch(/\.\d{9}Z$/);
  }
  expect(() => access.caller(`Bearer ${job.token}`)).toThrow("not known");
});

test("runs no more invocations at once than allowed, and the others in their order", async () => {
  const { invocations, runners, nthRunner } = setUp({ maxRunning: 2 });
  const ids = Array.from({ length: 5 }, () => invocations.create(asyncSearch).id);
  await settle();
  expect(runners.map((runner) => runner.id)).toEqual(ids.slice(0, 2));
  expect(invocations.queuedCount).toBe(3);
  nthRunner(1).finish(ok);
  await settle();
  expect(runners.map((runner) => runner.id)).toEqual(ids.slice(0, 3));
  nthRunner(0).finish(ok);
  nthRunner(2).finish(ok);
  await settle();
  expect(runners.map((runner) => runner.id)).toEqual(ids);
  expect(invocations.runningCount).toBe(2);
});

test("started_at is the queued time until the start, then the time of the start", async () => {
  const { invocations, clock, nthRunner } = setUp({ maxRunning: 1 });
  invocations.create(asyncSearch);
  const second = invocations.create(asyncSearch);
  await settle();
  expect(invocations.retrieve(second.id).started_at).toBe("2026-01-01T00:00:00.000000000Z");
  clock.advance(7_000);
  nthRunner(0).finish(ok);
  await settle();
  expect(invocations.retrieve(second.id).started_at).toBe("2026-01-01T00:00:07.000000000Z");
});

test("latest is the newest version; the error for an unknown name lists the existing ones", () => {
  const { invocations } = setUp();
  const { id } = invocations.create({ ...asyncSearch, version: "latest" });
  expect(invocations.retrieve(id).version).toBe("v2");
  const wrong = [
    [{ ...search, app_name: "shop" }, "storefront, accounts, catalogue"],
    [{ ...search, version: "v9" }, "v1, v2, latest"],
    [{ ...search, action_name: "buy" }, "search, checkout"],
    [{ ...search, action_name: "constructor" }, "search, checkout"],
  ] as const;
  for (const [request, existing] of wrong) {
    const problem = problemOf(() => invocations.create(request));
    expect(problem.status).toBe(404);
    expect(problem.message).toContain(existing);
  }
});

test("T36 a payload must be JSON of bounded size, of any depth", () => {
  const { invocations } = setUp();
  expect(problemOf(() => invocations.create({ ...search, payload: "{" })).status).toBe(400);
  expect(problemOf(() => invocations.create({ ...search, payload: "" })).status).toBe(400);
  const tooLong = JSON.stringify("é".repeat(payloadMaxBytes / 2));
  expect(problemOf(() => invocations.create({ ...search, payload: tooLong })).message).toContain("bytes");
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(invocations.create({ ...asyncSearch, payload: deep }).status).toBe("queued");
});

test("a full queue refuses with a Retry-After time", async () => {
  const { invocations } = setUp({ maxRunning: 1, maxQueued: 2 });
  for (let count = 0; count < 2; count++) invocations.create(asyncSearch);
  const problem = problemOf(() => invocations.create(asyncSearch));
  expect(problem.status).toBe(429);
  expect(Number(problem.headers["retry-after"])).toBeGreaterThan(0);
});

test("the reason of a failure comes from the runner", async () => {
  const { invocations, nthRunner } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  nthRunner(0).finish({ kind: "outcome", ok: false, reason: "sign-in refused: The password is not right." });
  await settle();
  expect(invocations.retrieve(id)).toMatchObject({
    status: "failed",
    status_reason: "sign-in refused: The password is not right.",
  });
});

test("a runner that dies without an outcome fails its invocation", async () => {
  const { invocations, nthRunner } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  nthRunner(0).events.gone("signal SIGKILL");
  await settle();
  expect(invocations.retrieve(id)).toMatchObject({
    status: "failed",
    status_reason: "the runner ended without a result (signal SIGKILL)",
  });
});

test("a crash of the browser is in the reason, also when the driver detects it first", async () => {
  const { invocations, nthRunner, endSession, clock } = setUp();
  const closed: RunnerOutcome = {
    kind: "outcome",
    ok: false,
    reason: "page.goto: Target page, context or browser has been closed",
  };
  const crash = invocations.create(asyncSearch);
  const late = invocations.create(asyncSearch);
  await settle();
  endSession(crash.id, "abc", "crashed");
  nthRunner(0).finish(closed);
  nthRunner(1).finish(closed);
  await settle();
  expect(invocations.retrieve(crash.id).status_reason).toBe(`browser session abc crashed: ${closed.reason}`);
  expect(invocations.retrieve(late.id).status).toBe("running");
  endSession(late.id, "def", "timeout");
  await settle();
  expect(invocations.retrieve(late.id).status_reason).toBe(`browser session def timed out: ${closed.reason}`);
  const silent = invocations.create(asyncSearch);
  await settle();
  nthRunner(2).finish(closed);
  await settle();
  clock.advance(10_000);
  await settle();
  expect(invocations.retrieve(silent.id).status_reason).toBe(closed.reason);
});

test("a session that the runner deletes does not count as lost", async () => {
  const { invocations, nthRunner, endSession } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  nthRunner(0).events.outcome({
    kind: "outcome",
    ok: false,
    reason: "locator.click: Timeout 5000ms exceeded",
  });
  endSession(id, "abc", "deleted");
  nthRunner(0).events.gone("exit code 0");
  await settle();
  expect(invocations.retrieve(id).status_reason).toBe("locator.click: Timeout 5000ms exceeded");
});

test("a synchronous invocation resolves when it has ended", async () => {
  const { invocations, nthRunner } = setUp();
  const answer = invocations.createAndWait(search);
  await settle();
  nthRunner(0).finish(ok);
  expect(await answer).toMatchObject({ status: "succeeded", output: '{"total":3}' });
});

test("a synchronous invocation fails after 100 s, running or waiting, and its runner is stopped", async () => {
  const { invocations, nthRunner, runners, clock } = setUp({ maxRunning: 1 });
  const running = invocations.createAndWait(search);
  await settle();
  const waiting = invocations.createAndWait(search);
  clock.advance(99_999);
  await settle();
  expect(nthRunner(0).stopped).toBe(false);
  clock.advance(1);
  expect(await running).toMatchObject({ status: "failed", status_reason: expect.stringContaining("100 s") });
  expect(await waiting).toMatchObject({ status: "failed", status_reason: expect.stringContaining("100 s") });
  expect(nthRunner(0).stopped).toBe(true);
  await settle();
  expect(runners).toHaveLength(1);
});

test("one whose client leaves while it waits never runs, as that client repeats it; one that runs goes on", async () => {
  const { store, disk } = fillableStore();
  const { invocations, nthRunner, runners, clock } = setUp({ store, maxRunning: 1 });
  const leaving = new AbortController();
  const running = invocations.createAndWait(search, leaving.signal);
  await settle();
  const waiting = invocations.createAndWait(search, leaving.signal);
  const repeated = invocations.createAndWait(search, new AbortController().signal);
  await settle();
  disk.isFull = true;
  leaving.abort();
  disk.isFull = false;
  clock.advance(standardPaces.store.retryMs);
  expect(await waiting).toMatchObject({
    status: "failed",
    status_reason: "its client left before this ran",
  });
  expect(nthRunner(0).stopped).toBe(false);
  nthRunner(0).finish(ok);
  expect(await running).toMatchObject({ status: "succeeded" });
  await settle();
  nthRunner(1).finish(ok);
  expect(await repeated).toMatchObject({ status: "succeeded" });
  expect(runners).toHaveLength(2);
});

test("one whose client leaves while its end cannot be stored goes on if it runs by then", async () => {
  const { store, disk } = fillableStore();
  const { invocations, nthRunner, clock } = setUp({ store, maxRunning: 1 });
  const first = invocations.createAndWait(search);
  await settle();
  const leaving = new AbortController();
  const waiting = invocations.createAndWait(search, leaving.signal);
  disk.isFull = true;
  leaving.abort();
  disk.isFull = false;
  nthRunner(0).finish(ok);
  expect(await first).toMatchObject({ status: "succeeded" });
  await settle();
  clock.advance(standardPaces.store.retryMs);
  await settle();
  expect(nthRunner(1).stopped).toBe(false);
  nthRunner(1).finish(ok);
  expect(await waiting).toMatchObject({ status: "succeeded" });
});

test("an asynchronous invocation fails at its own limit, 900 s when none is given, and its sessions end", async () => {
  const { invocations, clock, nthRunner, live, ended } = setUp();
  const short = invocations.create({ ...asyncSearch, async_timeout_seconds: 30 });
  const long = invocations.create(asyncSearch);
  await settle();
  live.set(short.id, [{ id: "s1", lease: "l1", append: async () => {} }]);
  clock.advance(30_000);
  await settle();
  expect(ended).toEqual(["s1 invocation_ended"]);
  expect(invocations.retrieve(short.id)).toMatchObject({
    status: "failed",
    status_reason: "no result within 30 s of running",
  });
  expect(nthRunner(0).stopped).toBe(true);
  clock.advance(869_999);
  expect(invocations.retrieve(long.id).status).toBe("running");
  clock.advance(1);
  expect(invocations.retrieve(long.id).status_reason).toBe("no result within 900 s of running");
});

test("a result that came in time counts although the limit, or a stop of the service, ends its release", async () => {
  const { invocations, clock, nthRunner } = setUp();
  const { id } = invocations.create({ ...asyncSearch, async_timeout_seconds: 10 });
  const answer = invocations.createAndWait(search);
  await settle();
  clock.advance(9_000);
  nthRunner(0).events.outcome(ok);
  clock.advance(1_000);
  expect(nthRunner(0).stopped).toBe(true);
  await settle();
  expect(invocations.retrieve(id)).toMatchObject({ status: "succeeded", output: '{"total":3}' });
  nthRunner(1).events.outcome(ok);
  clock.advance(90_000);
  expect(await answer).toMatchObject({ status: "succeeded", output: '{"total":3}' });

  const done = invocations.createAndWait(search);
  const failed = invocations.create(asyncSearch);
  await settle();
  nthRunner(2).events.outcome(ok);
  nthRunner(3).events.outcome({ kind: "outcome", ok: false, reason: "no price" });
  await invocations.close();
  expect(await done).toMatchObject({ status: "succeeded" });
  expect(invocations.retrieve(failed.id)).toMatchObject({ status: "failed", status_reason: "no price" });
});

test("cancelling stops the runner and ends its sessions; a second cancel is refused", async () => {
  const { invocations, nthRunner, live, ended } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  live.set(id, [{ id: "s1", lease: "l1", append: async () => {} }]);
  expect(await invocations.browsers(id, { scope: "all" })).toEqual([{ session_id: "s1" }]);
  const cancelled = await invocations.update(id, { status: "failed" });
  expect(cancelled).toMatchObject({ status: "failed", status_reason: "cancelled by request" });
  expect(cancelled.finished_at).not.toBeNull();
  expect(nthRunner(0).stopped).toBe(true);
  expect(ended).toEqual(["s1 invocation_ended"]);
  expect(await invocations.browsers(id, { scope: "all" })).toEqual([]);
  nthRunner(0).events.outcome(ok);
  await settle();
  expect(invocations.retrieve(id).status).toBe("failed");
  await expect(invocations.update(id, { status: "succeeded" })).rejects.toMatchObject({ status: 409 });
  await expect(invocations.update("nowhere", { status: "failed" })).rejects.toMatchObject({ status: 404 });
});

test("forcing success stores the given output, which must be JSON", async () => {
  const { invocations, runners } = setUp({ maxRunning: 1 });
  invocations.create(asyncSearch);
  const { id } = invocations.create(asyncSearch);
  await settle();
  await expect(invocations.update(id, { status: "succeeded", output: "{" })).rejects.toMatchObject({
    status: 400,
  });
  expect(await invocations.update(id, { status: "succeeded", output: '"by hand"' })).toMatchObject({
    status: "succeeded",
    output: '"by hand"',
  });
  await settle();
  expect(runners).toHaveLength(1);
});

test("deleting the browsers of an invocation does not end it", async () => {
  const { invocations, live, ended } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  live.set(id, [{ id: "s1", lease: "l1", append: async () => {} }]);
  await invocations.endBrowsers(id);
  expect(ended).toEqual(["s1 deleted"]);
  expect(invocations.retrieve(id).status).toBe("running");
  await expect(invocations.endBrowsers("nowhere")).rejects.toMatchObject({ status: 404 });
  await expect(invocations.browsers("nowhere", { scope: "all" })).rejects.toMatchObject({ status: 404 });
});

test("sessions of an invocation that no node has reported yet are not left out", async () => {
  const { invocations, live, ended, unreported } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  live.set(id, [{ id: "s1", lease: "l1", append: async () => {} }]);
  unreported.add(id);
  await expect(invocations.browsers(id, { scope: "all" })).rejects.toMatchObject({ status: 503 });
  await expect(invocations.endBrowsers(id)).rejects.toMatchObject({ status: 503 });
  expect(ended).toEqual([]);
});

test("log lines are written to every session from the first line on", async () => {
  const { invocations, nthRunner, live } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  const { events } = nthRunner(0);
  events.log("before any session");
  const files = ["a", "b"].map((name) => join(folder, `${id}-${name}.log`));
  for (const file of files) writeFileSync(file, "");
  live.set(
    id,
    files.map((file, index) => ({ id: `s${index}`, lease: `l${index}`, append: appendingTo(file) })),
  );
  events.log("with two sessions");
  await vi.waitFor(() => {
    for (const file of files) {
      const lines = readFileSync(file, "utf8").trim().split("\n");
      expect(lines.map((line) => line.slice(25))).toEqual(["before any session", "with two sessions"]);
    }
  }, 60_000);
});

/** Collects all events up to the end of the stream. */
/** Resolves with `texts` when the stream has ended. */
async function collectEvents(
  stream: ReturnType<Invocations["follow"]>,
  texts: string[] = [],
): Promise<string[]> {
  for await (const batch of stream) {
    for (const item of batch) {
      const state = invocationStateEvent.safeParse(item);
      texts.push(String(state.data?.invocation.status ?? item.message ?? item.event));
    }
  }
  return texts;
}

test("a stream has each state and line in order, from the queue to the end, for any number of readers", async () => {
  const { invocations, nthRunner } = setUp({ maxRunning: 1 });
  invocations.create(asyncSearch);
  const { id } = invocations.create(asyncSearch);
  await settle();
  const stay = new AbortController();
  const early = collectEvents(invocations.follow(id, undefined, stay.signal));
  await settle();
  nthRunner(0).finish(ok);
  await settle();
  nthRunner(1).events.log("one");
  await settle();
  const late = collectEvents(invocations.follow(id, undefined, stay.signal));
  nthRunner(1).events.log("two\nthree");
  nthRunner(1).finish(ok);
  expect(await early).toEqual(["queued", "running", "one", "two", "three", "succeeded"]);
  expect(await late).toEqual(["running", "one", "two", "three", "succeeded"]);
  expect(await collectEvents(invocations.follow(id, undefined, stay.signal))).toEqual([
    "one",
    "two",
    "three",
    "succeeded",
  ]);
  expect(() => invocations.follow("nowhere", undefined, stay.signal)).toThrow("nowhere");
});

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${from + index}`);

test("since skips older lines; a slow reader receives every line", async () => {
  const { invocations, nthRunner, clock } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  const { signal } = new AbortController();
  const slow = invocations.follow(id, undefined, signal);
  expect((await slow.next()).value).toMatchObject([{ event: "invocation_state" }]);
  nthRunner(0).events.log("old");
  clock.advance(60_000);
  for (const line of numbered(2_400)) nthRunner(0).events.log(line);
  nthRunner(0).finish(ok);
  await settle();
  expect(await collectEvents(slow)).toEqual(["old", ...numbered(2_400), "succeeded"]);
  expect(await collectEvents(invocations.follow(id, "30s", signal))).toEqual([
    ...numbered(2_400),
    "succeeded",
  ]);
  clock.advance(60_000);
  expect(await collectEvents(invocations.follow(id, "30s", signal))).toEqual(["succeeded"]);
});

test("a reader who comes late gets the log from its first line, while the action runs and after its end", async () => {
  const { invocations, nthRunner } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  const { events } = nthRunner(0);
  for (const line of numbered(5_000)) events.log(line);
  // One message with more lines than are read at a time.
  events.log(numbered(5_000, 5_000).join("\n"));
  const { signal } = new AbortController();
  const whileRunning = collectEvents(invocations.follow(id, undefined, signal));
  await settle();
  nthRunner(0).finish(ok);
  expect(await whileRunning).toEqual(["running", ...numbered(10_000), "succeeded"]);
  expect(await collectEvents(invocations.follow(id, undefined, signal))).toEqual([
    ...numbered(10_000),
    "succeeded",
  ]);
});

test("T36 a log that reaches its limit keeps its beginning, and its last line has the number of missing ones", async () => {
  const { invocations, nthRunner } = setUp();
  const { id } = invocations.create(asyncSearch);
  await settle();
  const padding = "x".repeat(8_000);
  for (let count = 0; count < 3_000; count++) nthRunner(0).events.log(`line ${count} ${padding}`);
  nthRunner(0).finish(ok);
  await settle();
  const texts = await collectEvents(invocations.follow(id, undefined, new AbortController().signal));
  const written = texts.filter((text) => text.startsWith("line "));
  expect(written.length).toBeGreaterThan(2_000);
  expect(written.map((text) => text.split(" ", 2).join(" "))).toEqual(numbered(written.length));
  expect(texts.slice(written.length)).toEqual([
    "[this log has reached its limit of 16 MB: further lines are not stored]",
    `[${3_000 - written.length} lines are missing here: the log of an invocation is limited to 16 MB]`,
    "succeeded",
  ]);
});

test("lines of a cancelled action that come until its process has ended are in the stream", async () => {
  const { invocations, nthRunner } = setUp({ slowStop: true });
  const { id } = invocations.create(asyncSearch);
  await settle();
  const events = collectEvents(invocations.follow(id, undefined, new AbortController().signal));
  await settle();
  await invocations.update(id, { status: "failed" });
  await settle();
  nthRunner(0).events.log("closing");
  nthRunner(0).events.gone("exit code 1");
  expect(await events).toEqual(["running", "closing", "failed"]);
});

test("the log of an action that ran when the service was killed is whole after the next start", async () => {
  const file = join(folder, "killed-with-log.db");
  const logsDir = join(folder, "killed-logs");
  const first = setUp({ store: openDatabase(file), logsDir });
  const { id } = first.invocations.create(asyncSearch);
  await settle();
  for (const line of numbered(3_000)) first.nthRunner(0).events.log(line);
  first.store.close();

  const second = setUp({ store: openDatabase(file), logsDir });
  expect(await collectEvents(second.invocations.follow(id, undefined, new AbortController().signal))).toEqual(
    [...numbered(3_000), "failed"],
  );
});

test("an invocation whose log is no longer stored has a line that says so, one that never started has none", async () => {
  const logsDir = mkdtempSync(join(folder, "logs-"));
  const { invocations, clock, nthRunner } = setUp({ logsDir, maxRunning: 1 });
  const { id } = invocations.create(asyncSearch);
  clock.advance(1_000);
  await settle();
  const waiting = invocations.create(asyncSearch);
  await invocations.update(waiting.id, { status: "failed" });
  nthRunner(0).events.log("one");
  nthRunner(0).finish(ok);
  await settle();
  const { signal } = new AbortController();
  expect(await collectEvents(invocations.follow(id, undefined, signal))).toEqual(["one", "succeeded"]);
  rmSync(join(logsDir, `${id}.log`));
  expect(await collectEvents(invocations.follow(id, undefined, signal))).toEqual([
    "[no log of this invocation is stored: only those of the last 2000 invocations (2 GB) are]",
    "succeeded",
  ]);
  expect(await collectEvents(invocations.follow(waiting.id, undefined, signal))).toEqual(["failed"]);
});

test("a stream ends when its reader disconnects or the service stops", async () => {
  const { invocations } = setUp({ maxRunning: 1 });
  invocations.create(asyncSearch);
  const { id } = invocations.create(asyncSearch);
  await settle();
  const leaving = new AbortController();
  const left = collectEvents(invocations.follow(id, undefined, leaving.signal));
  const stays = collectEvents(invocations.follow(id, undefined, new AbortController().signal));
  await settle();
  leaving.abort();
  expect(await left).toEqual(["queued"]);
  await invocations.close();
  expect(await stays).toEqual(["queued", "error"]);
});

/** A store whose disk is full while `isFull`. */
function fillableStore() {
  const store = openDatabase(":memory:");
  const disk = { isFull: false };
  const transaction = store.transaction.bind(store);
  vi.spyOn(store, "transaction").mockImplementation((act) =>
    transaction((...given) => {
      if (disk.isFull) throw new Error("database or disk is full");
      return act(...given);
    }),
  );
  return { store, disk };
}

test("an end that cannot be stored at first is stored later with its own time, and the queue goes on", async () => {
  const { store, disk } = fillableStore();
  const { invocations, clock, runners, nthRunner, report, live, ended } = setUp({ store });
  const done = invocations.create(asyncSearch);
  const answer = invocations.createAndWait(search);
  await settle();
  live.set(done.id, [{ id: "s1", lease: "l1", append: async () => {} }]);
  const next = invocations.create(asyncSearch);
  await settle();
  disk.isFull = true;
  nthRunner(0).finish(ok);
  await settle();
  expect(ended).toEqual(["s1 invocation_ended"]);
  clock.advance(100_000);
  expect(nthRunner(1).stopped).toBe(true);
  await settle();
  expect(report).toHaveBeenCalledTimes(2);
  expect(invocations.retrieve(done.id).status).toBe("running");
  disk.isFull = false;
  clock.advance(1_000);
  expect(await answer).toMatchObject({
    status_reason: expect.stringContaining("100 s"),
    finished_at: "2026-01-01T00:01:40.000000000Z",
  });
  await settle();
  expect(invocations.retrieve(done.id)).toMatchObject({
    status: "succeeded",
    output: '{"total":3}',
    finished_at: "2026-01-01T00:00:00.000000000Z",
  });
  expect(await invocations.isOver(done.id)).toBe(true);
  expect(runners.at(-1)?.id).toBe(next.id);
  expect(report).toHaveBeenCalledTimes(2);
});

test("an invocation whose start cannot be stored at first starts later", async () => {
  const { store, disk } = fillableStore();
  const { invocations, clock, runners, report } = setUp({ store });
  const { id } = invocations.create(asyncSearch);
  disk.isFull = true;
  await settle();
  expect([runners.length, report.mock.calls.length]).toEqual([0, 1]);
  disk.isFull = false;
  clock.advance(1_000);
  await settle();
  expect(invocations.retrieve(id).status).toBe("running");
});

test("the service stops although no end can be stored, and its next start fails what ran", async () => {
  const { store, disk } = fillableStore();
  const { invocations, nthRunner, report } = setUp({ store });
  const ids = [invocations.create(asyncSearch).id, invocations.create(asyncSearch).id];
  await settle();
  disk.isFull = true;
  nthRunner(0).finish(ok);
  await settle();
  await invocations.close();
  expect(nthRunner(1).stopped).toBe(true);
  expect(report).toHaveBeenCalled();
  disk.isFull = false;
  const second = setUp({ store });
  expect(ids.map((id) => second.invocations.retrieve(id).status)).toEqual(["failed", "failed"]);
});

test("one that waited with its client when the service was killed does not run later, as that client repeats it", async () => {
  const first = setUp({ maxRunning: 1 });
  first.invocations.create(asyncSearch);
  await settle();
  const later = first.invocations.create(asyncSearch).id;
  first.clock.advance(1_000);
  void first.invocations.createAndWait(search);
  const waited = first.invocations.list({ limit: 1 }).items[0]?.id ?? "";
  const second = setUp({ store: first.store });
  expect(second.invocations.retrieve(waited)).toMatchObject({
    status: "failed",
    status_reason: "the service stopped before this ran",
  });
  expect(second.invocations.retrieve(later).status).toBe("running");
});

test("a stop fails one that waits with its client and answers with that, as the next start does not run it", async () => {
  const { store, disk } = fillableStore();
  const first = setUp({ store, maxRunning: 1 });
  first.invocations.create(asyncSearch);
  const answer = first.invocations.createAndWait(search);
  await settle();
  const { id } = first.invocations.list({ limit: 1, status: "queued" }).items[0] ?? expect.fail("none waits");
  await first.invocations.close();
  const failed = { id, status: "failed", status_reason: "the service stopped before this ran" };
  expect(await answer).toMatchObject(failed);
  const second = setUp({ store, maxRunning: 1 });
  expect(second.invocations.retrieve(id)).toMatchObject(failed);
  expect(second.runners).toEqual([]);

  second.invocations.create(asyncSearch);
  const refused = second.invocations.createAndWait(search).catch((error: unknown) => error);
  await settle();
  disk.isFull = true;
  await second.invocations.close();
  expect(await refused).toMatchObject({ status: 503, code: "unavailable" });
  expect(await refused).not.toHaveProperty("headers.x-should-retry");
});

test("a stop answers the client of one that runs also while the disk is full, so that it does not repeat it", async () => {
  const { store, disk } = fillableStore();
  const { invocations } = setUp({ store });
  const answers: unknown[] = [];
  const answer = (value: unknown) => void answers.push(value);
  void invocations.createAndWait(search).then(answer, answer);
  await settle();
  disk.isFull = true;
  await invocations.close();
  await settle();
  const { id } = invocations.list({ limit: 1 }).items[0] ?? expect.fail("none ran");
  expect(answers).toMatchObject([
    {
      status: 503,
      code: "unavailable",
      headers: { "x-should-retry": "false" },
      message: `the service stopped while invocation ${id} was running, and its end is not stored. Read it before you repeat it`,
    },
  ]);
});

test("none is taken while the service stops, as the next start would run what its client repeats", async () => {
  const { invocations } = setUp();
  await invocations.close();
  const refused = { status: 503, code: "unavailable" };
  expect(problemOf(() => invocations.create(asyncSearch))).toMatchObject(refused);
  expect(problemOf(() => invocations.createAndWait(search))).toMatchObject(refused);
  expect(invocations.queuedCount).toBe(0);
});

test("a stop fails running invocations; the next start runs the queued ones, each once", async () => {
  const file = join(folder, "restart.db");
  const first = setUp({ store: openDatabase(file), maxRunning: 1 });
  const ids = Array.from({ length: 3 }, () => first.invocations.create(asyncSearch).id);
  await settle();
  await first.invocations.close();
  expect(first.nthRunner(0).stopped).toBe(true);
  first.store.close();

  const second = setUp({ store: openDatabase(file), maxRunning: 5 });
  await settle();
  expect(second.invocations.retrieve(String(ids[0]))).toMatchObject({
    status: "failed",
    status_reason: "the service stopped while this was running",
  });
  expect(first.runners.map((runner) => runner.id)).toEqual(ids.slice(0, 1));
  expect(second.runners.map((runner) => runner.id)).toEqual(ids.slice(1));
});

test("after a kill, the next start fails running invocations without a second run and runs queued ones", async () => {
  const file = join(folder, "killed.db");
  const first = setUp({ store: openDatabase(file), maxRunning: 1 });
  const ids = Array.from({ length: 2 }, () => first.invocations.create(asyncSearch).id);
  await settle();
  expect(first.invocations.retrieve(String(ids[0]))).toMatchObject({ status: "running" });
  first.store.close();

  const second = setUp({ store: openDatabase(file), maxRunning: 5 });
  await settle();
  expect(second.invocations.retrieve(String(ids[0]))).toMatchObject({
    status: "failed",
    status_reason: "the service stopped while this was running",
    finished_at: expect.any(String),
  });
  expect(second.runners.map((runner) => runner.id)).toEqual(ids.slice(1));
});

/** Invocations that run on the node n1 alone, and what its runners receive. */
function setUpNode(options: Parameters<typeof setUp>[0]) {
  const setup = setUp({ ...options, maxRunning: 0, hasNodes: true });
  const runs = new Map<string, { job: InvocationJob; events: RunnerEvents; isStopped: boolean }>();
  const runner: NodeRunner = {
    node: "n1",
    startRunner(id, job, events) {
      const run = { job, events, isStopped: false };
      runs.set(id, run);
      return {
        pid: undefined,
        stop() {
          run.isStopped = true;
        },
      };
    },
  };
  return { ...setup, runs, runner };
}

test("one that its node could not start waits again, with its whole time limit and one log", async () => {
  const file = join(folder, "requeued.db");
  const { invocations, access, clock, store, runs, runner } = setUpNode({ store: openDatabase(file) });
  const { id, queued_at } = invocations.create({ ...asyncSearch, async_timeout_seconds: 10 });
  const later = invocations.create(asyncSearch);
  await settle();
  const seen: string[] = [];
  const ended = collectEvents(invocations.follow(id, undefined, new AbortController().signal), seen);
  clock.advance(1_000);
  invocations.claim(id, runner);
  const first = runs.get(id);
  first?.events.log("no memory left");
  await expect.poll(() => seen).toEqual(["queued", "running", "no memory left"]);
  expect(invocations.requeue(id)).toBe(true);
  expect(invocations.requeue(id)).toBe(false);
  first?.events.gone("signal SIGKILL", true);
  await settle();
  expect(invocations.retrieve(id)).toMatchObject({
    status: "queued",
    started_at: queued_at,
    finished_at: null,
    status_reason: "waiting for a free place to run",
  });
  expect(invocations.queuedIds()).toEqual([id, later.id]);
  expect([invocations.runningCount, invocations.unresumed(), await invocations.isOver(id)]).toEqual([
    0,
    [],
    false,
  ]);
  expect(() => access.caller(`Bearer ${first?.job.token}`)).toThrow();

  await expect.poll(() => seen.at(-1)).toBe("queued");
  clock.advance(60_000);
  expect(invocations.claim(id, { ...runner, node: "n2" })).toBe(true);
  await expect.poll(() => seen.at(-1)).toBe("running");
  clock.advance(9_000);
  const second = runs.get(id);
  second?.events.log("works");
  second?.events.outcome(ok);
  second?.events.gone("exit code 0");
  await ended;
  expect(seen.slice(3)).toEqual(["queued", "running", "works", "succeeded"]);
  store.close();
});

test("one that waits again is cancelled at once, and by its client's end or that of the service", async () => {
  const file = join(folder, "requeued-ends.db");
  const logsDir = join(folder, "requeued-ends-logs");
  const first = setUpNode({ store: openDatabase(file), logsDir });
  const { invocations, runner } = first;
  const leaving = new AbortController();
  const ids = Array.from({ length: 2 }, () => invocations.create(asyncSearch).id);
  const [cancelled = "", kept = ""] = ids;
  const left = invocations.createAndWait(search, leaving.signal);
  const waiting = invocations.createAndWait(search);
  await settle();
  for (const id of invocations.queuedIds()) invocations.claim(id, runner);
  // Also of a client that left while it seemed to run.
  leaving.abort();
  for (const id of first.runs.keys()) invocations.requeue(id);
  expect((await left).status_reason).toBe("its client left before this ran");
  expect(await invocations.update(cancelled, { status: "failed" })).toMatchObject({ status: "failed" });
  expect(invocations.claim(cancelled, runner)).toBe(false);
  const logged = await collectEvents(invocations.follow(cancelled, undefined, new AbortController().signal));
  expect(logged).toEqual(["failed"]);
  await invocations.close();
  expect((await waiting).status_reason).toBe("the service stopped before this ran");
  first.store.close();

  const second = setUpNode({ store: openDatabase(file), logsDir });
  expect(second.invocations.queuedIds()).toEqual([kept]);
  // Given to a node with a client that an earlier service had: that may have invoked again.
  second.store.prepare("UPDATE invocations SET waited_for = 1 WHERE id = ?").run(kept);
  second.invocations.claim(kept, second.runner);
  expect(second.invocations.requeue(kept)).toBe(true);
  expect(second.invocations.retrieve(kept).status_reason).toBe("its client left before this ran");
  second.store.close();
});

test("one that is being stopped does not wait again", async () => {
  const { invocations, clock, runner } = setUpNode({});
  const { id } = invocations.create({ ...asyncSearch, async_timeout_seconds: 10 });
  await settle();
  invocations.claim(id, runner);
  clock.advance(10_000);
  expect(invocations.requeue(id)).toBe(false);
  expect(invocations.retrieve(id).status_reason).toBe("no result within 10 s of running");
});

test("a browser that is lost with the node of its action is not the cause of what that hands over", async () => {
  const { invocations, endSession, runs, runner } = setUpNode({});
  const ids = ["n1", "n2"].map((node) => ({ node, id: invocations.create(asyncSearch).id }));
  await settle();
  for (const { id, node } of ids) {
    invocations.claim(id, runner);
    endSession(id, "abc", "node_lost", node);
    runs.get(id)?.events.outcome({ kind: "outcome", ok: false, reason: "no price" });
    runs.get(id)?.events.gone("its node was started again");
  }
  await settle();
  const reasons = ids.map(({ id }) => invocations.retrieve(id).status_reason);
  expect(reasons).toEqual(["no price", "browser session abc was lost with its node: no price"]);
  expect(
    reasons.map((reason) => isNodeLoss(reason ?? null)),
    "as the dashboard reads it",
  ).toEqual([false, true]);
});

test("what runs on a node is left to the next service, which resumes it with its token and its log", async () => {
  const file = join(folder, "nodes.db");
  const logsDir = join(folder, "nodes-logs");
  const first = setUpNode({ store: openDatabase(file), logsDir });
  const ids = Array.from({ length: 2 }, () => first.invocations.create(asyncSearch).id);
  const [id = "", cancelled = ""] = ids;
  const answer = first.invocations.createAndWait(search);
  await settle();
  for (const one of first.invocations.queuedIds()) {
    expect(first.invocations.claim(one, { ...first.runner, node: "n0" })).toBe(true);
    first.invocations.move(one, first.runner.node);
  }
  expect(first.invocations.claim(id, first.runner)).toBe(false);
  const viewed = collectEvents(first.invocations.follow(id, undefined, new AbortController().signal));
  first.runs.get(id)?.events.log("one", "2026-01-01T00:00:01.000000000Z");
  await first.invocations.close();
  // The client of a synchronous one gets an error that says that it continues.
  expect((await answer).status).toBe("running");
  expect(await viewed).toEqual(["running", "one", "error"]);
  expect(first.runs.get(id)?.isStopped).toBe(false);
  // What its node says too late is left to the next one as well.
  first.runs.get(id)?.events.gone("exit code 0");
  await settle();
  expect(await first.invocations.isOver(id)).toBe(false);
  first.store.close();

  const second = setUpNode({ store: openDatabase(file), logsDir });
  const { invocations } = second;
  const token = first.runs.get(id)?.job.token ?? "";
  expect(second.access.caller(`Bearer ${token}`).invocationId).toBe(id);
  expect(invocations.unresumed()).toHaveLength(3);
  expect(invocations.resume(id, { ...second.runner, node: "n2" })).toBe(false);
  expect(invocations.resume(id, second.runner)).toBe(true);
  expect(invocations.resume(id, second.runner)).toBe(false);
  const events = collectEvents(invocations.follow(id, undefined, new AbortController().signal));
  const on = second.runs.get(id)?.events;
  on?.log("one", "2026-01-01T00:00:01.000000000Z");
  on?.log("two", "2026-01-01T00:00:02.000000000Z");
  on?.outcome(ok);
  on?.gone("exit code 0");
  expect(await events).toEqual(["running", "one", "two", "succeeded"]);
  expect(await invocations.isOver(id)).toBe(true);
  expect(() => second.access.caller(`Bearer ${token}`)).toThrow();

  await invocations.update(cancelled, { status: "failed" });
  expect(invocations.resume(cancelled, second.runner)).toBe(false);
  expect(() => second.access.caller(`Bearer ${first.runs.get(cancelled)?.job.token}`)).toThrow();
  expect(invocations.unresumed()).toHaveLength(1);
  second.store.close();
  // A service without nodes has lost what they run.
  const third = setUp({ store: openDatabase(file), logsDir });
  expect(third.invocations.unresumed()).toEqual([]);
});

test("who follows what runs on a node gets its new lines also where the node's clock is behind", async () => {
  const file = join(folder, "behind.db");
  const logsDir = join(folder, "behind-logs");
  const behind = (second: number) => `2025-12-31T23:59:0${second}.000000000Z`;
  const followed = (invocations: Invocations, id: string) => {
    const events: string[] = [];
    const stream = invocations.follow(id, "2s", new AbortController().signal);
    return { events, ended: collectEvents(stream, events) };
  };
  const first = setUpNode({ store: openDatabase(file), logsDir });
  const { id } = first.invocations.create(asyncSearch);
  await settle();
  first.invocations.claim(id, first.runner);
  const { events, ended } = followed(first.invocations, id);
  await expect.poll(() => events).toEqual(["running"]);
  for (const second of [1, 2]) {
    first.runs.get(id)?.events.log(`${second}`, behind(second));
    await expect.poll(() => events.at(-1)).toBe(`${second}`);
  }
  await first.invocations.close();
  expect(await ended).toEqual(["running", "1", "2", "error"]);
  first.store.close();

  // Only the lines since then are taken of those that a node sends again.
  const { invocations, runs, runner } = setUpNode({ store: openDatabase(file), logsDir: `${logsDir}-next` });
  const next = followed(invocations, id);
  await expect.poll(() => next.events).toEqual(["running"]);
  invocations.resume(id, runner);
  for (const second of [1, 2]) runs.get(id)?.events.log(`${second}`, behind(second));
  runs.get(id)?.events.log("3", "2026-01-01T00:00:00.000000000Z");
  runs.get(id)?.events.outcome(ok);
  runs.get(id)?.events.gone("exit code 0");
  expect(await next.ended).toEqual(["running", "3", "succeeded"]);
});

test("a result that was ready within the time limit counts when the next service hears of it later", async () => {
  const file = join(folder, "late.db");
  const first = setUpNode({ store: openDatabase(file) });
  const ids = Array.from(
    { length: 2 },
    () => first.invocations.create({ ...asyncSearch, async_timeout_seconds: 10 }).id,
  );
  await settle();
  for (const id of ids) first.invocations.claim(id, first.runner);
  first.store.close();

  const second = setUpNode({ store: openDatabase(file), startMs: Date.UTC(2026, 0, 1, 1) });
  for (const id of ids) second.invocations.resume(id, second.runner);
  second.clock.advance(9_000);
  const [done = "", late = ""] = ids;
  second.runs.get(done)?.events.outcome(ok);
  second.runs.get(done)?.events.gone("exit code 0");
  await settle();
  expect(second.invocations.retrieve(done).status).toBe("succeeded");
  second.clock.advance(2_000);
  expect(second.runs.get(late)?.isStopped).toBe(true);
  expect(second.invocations.retrieve(late).status_reason).toBe("no result within 10 s of running");
});

test("a page ends before its text is too long for an answer, and the next one continues", () => {
  const { invocations } = setUp();
  const payload = JSON.stringify("x".repeat(payloadMaxBytes - 2));
  const ids = Array.from({ length: 20 }, () => invocations.create({ ...asyncSearch, payload }).id);
  const first = invocations.list({ limit: 100 });
  expect(first.paging).toMatchObject({ hasMore: true, nextOffset: first.items.length });
  expect(first.items.length).toBeLessThan(20);
  const rest = invocations.list({ limit: 100, offset: first.paging.nextOffset });
  expect(rest.paging.hasMore).toBe(false);
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id))).toEqual(new Set(ids));
  expect(first.items.length + rest.items.length).toBe(20);
});

test("durations are measured by the clock of the stored times, also when the system's clock was set", async () => {
  const setForth = (clock: ManualClock) =>
    void vi.spyOn(clock, "nowMs").mockReturnValue(Date.UTC(2026, 0, 1, 1));
  const { invocations, clock, nthRunner } = setUp();
  setForth(clock);
  const { id } = invocations.create(asyncSearch);
  await settle();
  nthRunner(0).events.log("line");
  expect(invocations.list({ since: "5m" }).items.map((item) => item.id)).toEqual([id]);
  nthRunner(0).finish(ok);
  await settle();
  const followed = invocations.follow(id, "5m", new AbortController().signal);
  expect(await collectEvents(followed)).toEqual(["line", "succeeded"]);

  const file = join(folder, "set-clock.db");
  const first = setUpNode({ store: openDatabase(file) });
  const { id: resumed } = first.invocations.create({ ...asyncSearch, async_timeout_seconds: 60 });
  await settle();
  first.invocations.claim(resumed, first.runner);
  first.store.close();
  const second = setUpNode({ store: openDatabase(file) });
  setForth(second.clock);
  second.invocations.resume(resumed, second.runner);
  second.clock.advance(50_000);
  expect(second.runs.get(resumed)?.isStopped).toBe(false);
});

test("lists are newest first with exact paging, and every filter applies", async () => {
  const { invocations, clock, nthRunner } = setUp({ maxRunning: 1 });
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    const version = count % 2 === 0 ? "v1" : "v2";
    ids.push(invocations.create({ ...asyncSearch, version }).id);
    clock.advance(60_000);
  }
  await settle();
  nthRunner(0).finish(ok);
  await settle();
  const all = invocations.list({});
  expect(all.items.map((item) => item.started_at)).toEqual(
    all.items.map((item) => item.started_at).toSorted((a, b) => String(b).localeCompare(String(a))),
  );
  expect(all.paging).toEqual({ limit: 20, offset: 0, hasMore: false, nextOffset: 0 });
  expect(invocations.list({ limit: 2, offset: 2 }).paging).toMatchObject({ hasMore: true, nextOffset: 4 });
  expect(invocations.list({ limit: 2, offset: 3 }).paging).toMatchObject({ hasMore: false, nextOffset: 0 });
  expect(invocations.list({ offset: 9 }).items).toEqual([]);

  const listed = (filters: Parameters<Invocations["list"]>[0]) =>
    invocations.list(filters).items.map((item) => item.id);
  expect(new Set(listed({ version: "v1" }))).toEqual(new Set([ids[0], ids[2], ids[4]]));
  expect(listed({ status: "succeeded" })).toEqual([ids[0]]);
  expect(listed({ status: "queued" })).toEqual([ids[4], ids[3], ids[2]]);
  expect(listed({ app_name: "accounts" })).toEqual([]);
  expect(listed({ action_name: "checkout" })).toEqual([]);
  const v2 = sampleApps.find((app) => app.name === "storefront" && app.version === "v2");
  expect(new Set(listed({ deployment_id: String(v2?.deploymentId) }))).toEqual(new Set([ids[1], ids[3]]));
  // The fourth has waited since 00:03 and the fifth since 00:04; the first two started at 00:05.
  expect(listed({ since: "90s", status: "queued" })).toEqual([ids[4]]);
  expect(listed({ since: "2026-01-01T00:03:00.000000001Z", status: "queued" })).toEqual([ids[4]]);
  expect(listed({ since: "2026-01-01T01:03:00+01:00", status: "queued" })).toEqual([ids[4], ids[3]]);
  expect(listed({ since: `${"9".repeat(400)}h` })).toHaveLength(5);
  expect(listed({ since: "2026-01-02" })).toEqual([]);
  expect(listed({ query: "STOREF" })).toHaveLength(5);
  expect(listed({ query: "100%" })).toEqual([]);
  expect(listed({ query: String(ids[2]).slice(3) })).toEqual([ids[2]]);
});

test("equal start times are ordered by id", () => {
  const { invocations } = setUp({ maxRunning: 1 });
  const ids = Array.from({ length: 6 }, () => invocations.create(asyncSearch).id);
  expect(invocations.list({}).items.map((item) => item.id)).toEqual(ids.toSorted().toReversed());
});

test("while runners cannot be started one invocation fails at a time, and others wait, also for nodes", async () => {
  const { invocations, clock, failures, runners, report } = setUp({ maxRunning: 2, hasNodes: true });
  const noSpace = new Error("no space left on device");
  failures.push(noSpace, noSpace);
  const ids = Array.from({ length: 4 }, () => invocations.create(asyncSearch).id);
  const statuses = () => ids.map((id) => invocations.retrieve(id).status);
  await settle();
  expect(invocations.retrieve(ids[0] ?? "")).toMatchObject({
    status: "failed",
    status_reason: "the runner could not be started",
  });
  expect([invocations.runningCount, report.mock.calls]).toEqual([0, [[noSpace]]]);
  const [, , , last = ""] = ids;
  const onNode: NodeRunner["startRunner"] = () => ({ pid: undefined, stop() {} });
  expect(invocations.claim(last, { node: "n1", startRunner: onNode })).toBe(true);
  clock.advance(5_000);
  await settle();
  expect(statuses()).toEqual(["failed", "failed", "queued", "running"]);
  clock.advance(9_999);
  await settle();
  expect(runners).toEqual([]);
  clock.advance(1);
  await settle();
  expect(statuses()).toEqual(["failed", "failed", "running", "running"]);
});

test("of several runners that cannot be started at once one fails its invocation, and the others wait again, also for nodes", async () => {
  const { invocations, clock, failures, onWaiting, store } = setUp({
    maxRunning: 3,
    hasNodes: true,
    whenStored: true,
  });
  failures.push(...Array.from({ length: 5 }, () => new Error("no space left on device")));
  const ids = Array.from({ length: 4 }, () => invocations.create(asyncSearch).id);
  const [, second, third, last] = ids;
  const statuses = () => ids.map((id) => invocations.retrieve(id).status);
  await settle();
  expect(statuses()).toEqual(["failed", "queued", "queued", "queued"]);
  expect(onWaiting.mock.calls.flat()).toEqual([last, second, third]);
  // While that cannot be stored it fails, as what has not begun must not stay running.
  store.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON invocations WHEN NEW.status = 'queued' BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
  );
  clock.advance(5_000);
  await settle();
  expect(statuses()).toEqual(["failed", "failed", "failed", "running"]);
});

test("a runner that ends without its job is one that cannot be started, unless it was stopped", async () => {
  const { invocations, nthRunner, runners, clock } = setUp({ maxRunning: 1, slowStop: true });
  const ids = Array.from({ length: 3 }, () => invocations.create(asyncSearch).id);
  await settle();
  await invocations.update(ids[0] ?? "", { status: "failed" });
  nthRunner(0).events.gone("signal SIGTERM", true);
  await settle();
  expect(runners).toHaveLength(2);
  nthRunner(1).events.gone("exit code 127", true);
  await settle();
  expect(ids.map((id) => invocations.retrieve(id).status)).toEqual(["failed", "failed", "queued"]);
  clock.advance(5_000);
  await settle();
  expect(runners).toHaveLength(3);
});
