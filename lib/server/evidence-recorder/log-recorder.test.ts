import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { FakeLogUpstream } from "../../../tests/support/fakes/fake-log-upstream.ts";
import { FakeTelemetry } from "../../../tests/support/fakes/fake-telemetry.ts";
import { hurriedClock, startSteadyClock } from "../../../tests/support/fakes/steady-clock.ts";
import { pngOf } from "../../../tests/support/png.ts";
import { waitFor, waitUntil } from "../../../tests/support/wait-until.ts";
import { type EvidenceSettings, logRecorderReport } from "../../bff/evidence.ts";
import { logTopic } from "../../bff/live.ts";
import type { StoredLogLines } from "../../bff/stored-logs.ts";
import type { Clock } from "../../clock.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { readEvidenceSettings, writeEvidenceSettings } from "../evidence/evidence-settings.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { pinResource, upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import {
  addInvocationSessions,
  invocationsBySession,
  lastInvocationsOf,
} from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { Problem } from "../kernel/problem.ts";
import { addPictures } from "../pictures/picture-writes.ts";
import { searchStoredLogs } from "../stored-logs/search-stored-logs.ts";
import { listStoredLogs, readStoredLines } from "../stored-logs/stored-log-reads.ts";
import { createStoredLogs, endStoredLogs } from "../stored-logs/stored-log-writes.ts";
import { LogHub } from "../streams/log-hub.ts";
import { LogRecorder, logRecorderCheckpoint } from "./log-recorder.ts";
import { readEvidence } from "./read-evidence.ts";

vi.mock("../kernel/paces.ts", async (original) => {
  const { paces, ...others } = await original<typeof import("../kernel/paces.ts")>();
  const evidenceRecorder = {
    ...paces.evidenceRecorder,
    saveMs: 5,
    discoverMs: 20,
    reviewEveryMs: 20,
    reviewAfterMs: 200,
    measureEveryMs: 20,
  };
  return { ...others, paces: { ...paces, evidenceRecorder } };
});

const settings: EvidenceSettings = {
  logs: "all",
  network: "off",
  pictures: "off",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [],
};
/** Waits of the hub are shortened by this factor. */
const hurry = 50;

let dataDir = "";
let db: Database;
let upstream: FakeLogUpstream;
let clock: ReturnType<typeof startSteadyClock>;
let hubs: LogHub[] = [];
let recorders: LogRecorder[] = [];
let reports: string[] = [];
let isStoreDown = false;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-log-recorder-"));
  db = await openEmptyStore(dataDir);
  upstream = await new FakeLogUpstream().listen();
  clock = startSteadyClock();
  hubs = [];
  recorders = [];
  reports = [];
  isStoreDown = false;
});
afterEach(async () => {
  for (const recorder of recorders) recorder.stop();
  for (const hub of hubs) hub.close();
  clock.stop();
  await upstream.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

function newHub(its: Clock = hurriedClock(clock, hurry)): LogHub {
  const hub = new LogHub({
    telemetry: new FakeTelemetry(),
    port: upstream.port,
    clock: its,
    random: () => 0.5,
    newEpoch: () => `e${hubs.length}`,
  });
  hubs.push(hub);
  return hub;
}

/** The recorder of a leader. */
function recorderOf(
  defaults: Partial<EvidenceSettings>,
  { hub = newHub(), viewed = () => undefined }: { hub?: LogHub; viewed?: () => void } = {},
): LogRecorder {
  const recorder = new LogRecorder({
    db,
    write: (work) =>
      isStoreDown ? Promise.reject(new Error("the store is down")) : db.transaction().execute(work),
    hub,
    readSettings: () => readEvidenceSettings(db, { ...settings, ...defaults }),
    isOffered: () => true,
    viewed,
    clock,
    report: (what) => void reports.push(what),
  });
  recorders.push(recorder);
  return recorder;
}

/** A leader; its recorder runs until it is stopped. */
function lead(defaults: Partial<EvidenceSettings> = {}, hub = newHub()): LogRecorder {
  const recorder = recorderOf(defaults, { hub });
  recorder.start();
  return recorder;
}

const addSession = (id: string) =>
  upsertResources(db, [{ kind: "session", id, name: null, source: "listBrowsers", atMs: clock.nowMs() }]);

async function addInvocation(
  id: string,
  status: string,
  sessions: readonly string[] = [],
  atMs = clock.nowMs(),
): Promise<void> {
  const row = invocationRowOf(
    {
      id,
      app_name: "shop",
      action_name: "buy",
      version: "v1",
      status,
      started_at: new Date(atMs).toISOString(),
      finished_at: status === "running" ? null : new Date(atMs).toISOString(),
    },
    atMs,
  );
  await writeInvocations(db, [row]);
  await addInvocationSessions(db, id, sessions, atMs);
}

const waitForTrue = async (what: string, holds: () => Promise<boolean>) =>
  void (await waitFor(what, async () => ((await holds()) ? true : undefined)));

/** The stored texts, with gaps as [count]. */
async function stored(of: { session_id?: string; invocation_id?: string }): Promise<string[]> {
  const [log] = await listStoredLogs(db, of);
  if (log === undefined) return [];
  const { entries } = await readStoredLines(db, log.id, {});
  return entries.map((entry) => (entry.kind === "line" ? entry.text : `[${entry.count}]`));
}
/** Every stored entry of a log. */
async function readAll(logId: number): Promise<StoredLogLines["entries"]> {
  const entries: StoredLogLines["entries"] = [];
  for (let from: number | null = 1; from !== null; ) {
    const page: StoredLogLines = await readStoredLines(db, logId, { from_line: from });
    entries.push(...page.entries);
    from = page.next_line;
  }
  return entries;
}
const untilStored = (of: { session_id?: string; invocation_id?: string }, count: number) =>
  waitForTrue(`${count} entries are stored`, async () => (await stored(of)).length >= count);

describe("storing a log", () => {
  it("begins with its history and follows it to its end, which it names", async () => {
    upstream.file.push("one", "two");
    await addSession("s1");
    lead();
    await untilStored({ session_id: "s1" }, 2);
    upstream.write("three");
    await untilStored({ session_id: "s1" }, 3);
    upstream.isSessionGone = true;
    upstream.status = 404;
    upstream.end();
    await waitForTrue("it has ended", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      return log?.ended_at_ms !== null;
    });
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "three"]);
    expect(await listStoredLogs(db, { session_id: "s1" })).toMatchObject([
      { lines: 3, end_reason: "There is no such session." },
    ]);
    expect(reports).toEqual([]);
  });

  it.each([
    ["a new log", { kept: [], isViewed: false }],
    ["a new log that an operator has open", { kept: [], isViewed: true }],
    ["the same log", { kept: ["one", "two"], isViewed: false }],
    ["the same log that an operator has open", { kept: ["one", "two"], isViewed: true }],
  ])("misses nothing of a browser that is used again, with %s", async (_, { kept, isViewed }) => {
    const ended = async () => (await listStoredLogs(db, { session_id: "s1" }))[0]?.ended_at_ms !== null;
    upstream.file.push("one", "two");
    await addSession("s1");
    const hub = newHub();
    lead({}, hub);
    await untilStored({ session_id: "s1" }, 2);
    const log = { source: "supervisor", process: "chromium" } as const;
    if (isViewed) hub.watch(logTopic({ sessionId: "s1", log }), () => undefined);
    upstream.isSessionGone = true;
    upstream.status = 404;
    upstream.end();
    await waitForTrue("it has ended", ended);
    upstream.file.splice(0, 2, ...kept, "three");
    upstream.isSessionGone = false;
    upstream.status = 200;
    await addSession("s1");
    await untilStored({ session_id: "s1" }, 3);
    upstream.write("four");
    await waitForTrue("it goes on", async () => (await stored({ session_id: "s1" })).at(-1) === "four");
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "three", "four"]);
  });

  it("repeats nothing of a browser's third use, with its log open since the second", async () => {
    const endUse = async () => {
      upstream.isSessionGone = true;
      upstream.status = 404;
      upstream.end();
      await waitForTrue("it has ended", async () => {
        const [each] = await listStoredLogs(db, { session_id: "s1" });
        return each?.ended_at_ms !== null;
      });
    };
    const beginUse = async (line: string, count: number) => {
      upstream.file.push(line);
      upstream.isSessionGone = false;
      upstream.status = 200;
      await addSession("s1");
      await untilStored({ session_id: "s1" }, count);
    };
    upstream.file.push("one", "two");
    await addSession("s1");
    const hub = newHub();
    lead({}, hub);
    await untilStored({ session_id: "s1" }, 2);
    await endUse();
    await beginUse("three", 3);
    const viewer = hub.watch("logs:s1:supervisor:chromium", () => undefined);
    await endUse();
    await beginUse("four", 4);
    upstream.write("five");
    await waitForTrue("it goes on", async () => (await stored({ session_id: "s1" })).at(-1) === "five");
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "three", "four", "five"]);
    viewer?.release();
  });

  it("goes on when another log cannot be followed, which waits, and says so once", async () => {
    upstream.file.push("one");
    await addSession("s1");
    await addSession("s2");
    const hub = newHub();
    const watch = hub.watch.bind(hub);
    vi.spyOn(hub, "watch").mockImplementation((topic, ...given) => {
      if (topic.includes(":s1:"))
        throw new Problem(503, "too_many_logs", "It follows as many logs as it can.");
      return watch(topic, ...given);
    });
    lead({}, hub);
    await untilStored({ session_id: "s2" }, 1);
    await waitForTrue("the other waits", async () => {
      const report = await readCheckpoint(db, logRecorderCheckpoint, logRecorderReport);
      return report?.waiting === 1 && report.following === 1;
    });
    upstream.write("two");
    await untilStored({ session_id: "s2" }, 2);
    expect(await stored({ session_id: "s1" })).toEqual([]);
    expect(new Set(reports)).toEqual(new Set(["a log could not be followed"]));
  });

  it("begins at the first line, however many there are", async () => {
    const texts = Array.from({ length: 9_000 }, (_, at) => `line ${at + 1}`);
    upstream.file.push(...texts);
    await addSession("s1");
    lead();
    await waitForTrue("all are stored", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      return log?.lines === 9_000;
    });
    const [log] = await listStoredLogs(db, { session_id: "s1" });
    const { entries } = await readStoredLines(db, log?.id ?? 0, { from_line: 4_990, limit: 20 });
    expect(entries.map((entry) => (entry.kind === "line" ? entry.text : entry))).toEqual(
      texts.slice(4_989, 5_009),
    );
  });

  it.each([
    ["has read", false],
    ["is just opening", true],
  ])(
    "begins at the first line of one that an operator %s, of which only the newest lines are shown",
    async (_, isOpening) => {
      const texts = Array.from({ length: 9_000 }, (_, at) => `line ${at + 1}`);
      upstream.file.push(...texts);
      let open: () => void = () => undefined;
      const isOpen = new Promise<void>((resolve) => {
        open = resolve;
      });
      if (isOpening) upstream.beforeHistory = () => isOpen;
      // A history that does not begin within a hurried wait would be over.
      const hub = newHub(clock);
      const viewed = hub.watch("logs:s1:supervisor:chromium", () => undefined);
      await waitUntil("it was opened", () => viewed?.source.begun === true || isOpening);
      await addSession("s1");
      lead({}, hub);
      await waitForTrue("it is to be stored", async () => (await listStoredLogs(db, {})).length === 1);
      open();
      await waitForTrue("all are stored", async () => (await listStoredLogs(db, {}))[0]?.lines === 9_000);
      upstream.write("line 9001");
      await waitForTrue("it goes on", async () => (await listStoredLogs(db, {}))[0]?.lines === 9_001);
      const [log] = await listStoredLogs(db, {});
      const all = await readAll(log?.id ?? 0);
      expect(all.map((entry) => (entry.kind === "line" ? entry.text : entry))).toEqual(upstream.file);
      await waitUntil("the operator has it", () => viewed?.source.ring.lines().at(-1)?.text === "line 9001");
      viewed?.release();
    },
  );

  it.each<[string, Partial<FakeLogUpstream>]>([
    ["refuses it", { status: 409 }],
    ["answers that too many are open", { status: 429 }],
    ["refuses what it had before", { historyStatus: 409 }],
    ["answers that too many are open to what it had before", { historyStatus: 429 }],
  ])("stores the newest lines of a log that an operator has open where the API %s", async (_, answers) => {
    upstream.file.push(...Array.from({ length: 9_000 }, (_, at) => `line ${at + 1}`));
    let hasBegun = false;
    const later: Clock["later"] = (delayMs, run) => clock.later(hasBegun ? delayMs / hurry : delayMs, run);
    const hub = newHub({ ...clock, later });
    const viewed = hub.watch("logs:s1:supervisor:chromium", () => undefined);
    await waitUntil("it was opened", () => viewed?.source.begun === true);
    hasBegun = true;
    // Whoever has it open keeps it.
    Object.assign(upstream, answers);
    await addSession("s1");
    lead({}, hub);
    await untilStored({ session_id: "s1" }, 200);
    upstream.write("line 9001");
    await waitForTrue("it goes on", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      const last = (await readAll(log?.id ?? 0)).at(-1);
      return last?.kind === "line" && last.text === "line 9001";
    });
    const [log] = await listStoredLogs(db, { session_id: "s1" });
    const [first, ...lines] = await readAll(log?.id ?? 0);
    expect(first).toMatchObject({ kind: "gap", count: 7_000 });
    expect(lines).toHaveLength(2_001);
    expect(log?.ended_at_ms).toBeNull();
    viewed?.release();
  });

  it("stores that of an invocation that has ended before it was found", async () => {
    upstream.file.push("queued", "failed");
    upstream.isInvocationOver = true;
    upstream.onFollow = () => setImmediate(() => upstream.end());
    await addInvocation("i1", "failed");
    lead();
    await waitForTrue("it has ended", async () => {
      const [log] = await listStoredLogs(db, { invocation_id: "i1" });
      return log !== undefined && log.ended_at_ms !== null;
    });
    expect(await stored({ invocation_id: "i1" })).toEqual(["queued", "failed"]);
  });

  it("dates a browser that only its log names before the next holder's", async () => {
    const nowMs = clock.nowMs();
    await addSession("session-1");
    await addInvocation("next", "running", ["session-1"], nowMs - 1_000);
    await addInvocation("ended", "failed", [], nowMs - 2_000);
    upstream.file.push("session session-1");
    upstream.isInvocationOver = true;
    upstream.onFollow = () => setImmediate(() => upstream.end());
    lead();
    await waitForTrue("both are named", async () => {
      const ids = (await invocationsBySession(db, ["session-1"])).get("session-1");
      return ids?.length === 2;
    });
    expect((await lastInvocationsOf(db, ["session-1"])).get("session-1")?.id).toBe("next");
  });

  it("dates a browser that only a log names by the line, where the invocation goes on without it", async () => {
    const nowMs = clock.nowMs();
    await addSession("session-1");
    await addInvocation("next", "running", ["session-1"], nowMs - 2_000);
    await addInvocation("ended", "failed", [], nowMs - 1_000);
    const timestamp = new Date(nowMs - 3_000).toISOString();
    const line = { event: "log", timestamp, message: "session session-1" };
    upstream.writeHistory = async (response) => void response.write(`data: ${JSON.stringify(line)}\n\n`);
    upstream.isInvocationOver = true;
    upstream.onFollow = () => setImmediate(() => upstream.end());
    lead();
    await waitForTrue("both are named", async () => {
      const ids = (await invocationsBySession(db, ["session-1"])).get("session-1");
      return ids?.length === 2;
    });
    expect((await lastInvocationsOf(db, ["session-1"])).get("session-1")?.id).toBe("next");
  });

  it("names the application, action and version of its invocation", async () => {
    upstream.file.push("one");
    await addSession("s1");
    await addInvocation("i1", "running", ["s1"]);
    lead();
    await waitForTrue("both are named", async () => {
      const rows = await db
        .selectFrom("stored_logs")
        .select(["app_name", "action_name", "version"])
        .execute();
      return (
        rows.length === 2 &&
        rows.every((row) => `${row.app_name} ${row.action_name} ${row.version}` === "shop buy v1")
      );
    });
  });

  it("shares the upstream's stream with viewers", async () => {
    await addSession("s1");
    const hub = newHub();
    lead({}, hub);
    await waitUntil("it is followed", () => upstream.openCount === 1);
    const subscription = hub.watch("logs:s1:supervisor:chromium", () => undefined);
    upstream.write("one");
    await untilStored({ session_id: "s1" }, 1);
    expect(upstream.openCount).toBe(1);
    subscription?.release();
  });

  it("holds no lines in memory once a log has ended that nobody viewed", async () => {
    upstream.file.push("one");
    await addSession("s1");
    const hub = newHub();
    lead({}, hub);
    await untilStored({ session_id: "s1" }, 1);
    upstream.isSessionGone = true;
    upstream.status = 404;
    upstream.end();
    await waitForTrue("it has ended", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      return log?.ended_at_ms !== null;
    });
    // Another one begins with an empty ring.
    const subscription = hub.watch("logs:s1:supervisor:chromium", () => undefined);
    expect(subscription?.source.ring.lines()).toEqual([]);
    subscription?.release();
  });

  it("redacts secrets", async () => {
    upstream.file.push("GET /login password=hunter2");
    await addSession("s1");
    lead();
    await untilStored({ session_id: "s1" }, 1);
    expect(await stored({ session_id: "s1" })).toEqual(["GET /login password=[redacted]"]);
  });

  it("waits while the store is down, and loses nothing", async () => {
    await addSession("s1");
    lead();
    upstream.file.push("one");
    await untilStored({ session_id: "s1" }, 1);
    isStoreDown = true;
    upstream.write("two");
    await waitUntil("a write has failed", () => reports.length > 0);
    upstream.write("three");
    isStoreDown = false;
    await untilStored({ session_id: "s1" }, 3);
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "three"]);
    expect(new Set(reports)).toEqual(new Set(["logs could not be stored"]));
  });

  it("marks what was too much while the store was down, from the last line before to the first one after", async () => {
    await addSession("s1");
    lead();
    upstream.file.push("one");
    await untilStored({ session_id: "s1" }, 1);
    isStoreDown = true;
    for (let number = 0; number < 8; number += 1) {
      upstream.send(...Array.from({ length: 500 }, (_, at) => `${number}.${at} ${"x".repeat(2_000)}`));
    }
    await waitUntil("a write has failed", () => reports.length > 0);
    const received = hubs[0]?.watch("logs:s1:supervisor:chromium", () => undefined);
    await waitUntil("everything was received", () =>
      (received?.source.ring.lines().at(-1)?.text ?? "").startsWith("7.499"),
    );
    isStoreDown = false;
    const [log] = await listStoredLogs(db, { session_id: "s1" });
    const entries = await waitFor("the last line is stored", async () => {
      const read = await readAll(log?.id ?? 0);
      return read.at(-1)?.kind === "line" && read.some(({ kind }) => kind === "gap") ? read : undefined;
    });
    const gapAt = entries.findIndex(({ kind }) => kind === "gap");
    const [before, gap, after] = entries.slice(gapAt - 1, gapAt + 2);
    if (before?.kind !== "line" || gap?.kind !== "gap" || after?.kind !== "line") throw new Error("no gap");
    expect(gap).toMatchObject({ reason: "slow", from: before.at, to: after.at });
    expect(gap.count).toBeGreaterThan(0);
    received?.release();
  });
});

describe("another leader", () => {
  it("continues behind the stored lines, with those written meanwhile", async () => {
    upstream.file.push("one", "two");
    await addSession("s1");
    const first = lead();
    await untilStored({ session_id: "s1" }, 2);
    first.stop();
    upstream.write("three", "four");
    lead();
    await untilStored({ session_id: "s1" }, 5);
    upstream.write("five");
    await untilStored({ session_id: "s1" }, 6);
    // The interruption is marked; nothing is missing in it.
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "[0]", "three", "four", "five"]);
  });

  it("completes what the first one left, so that only its own lines are still to be indexed", async () => {
    upstream.file.push("one", "two");
    await addSession("s1");
    const first = lead();
    await untilStored({ session_id: "s1" }, 2);
    first.stop();
    upstream.write("three");
    lead();
    await untilStored({ session_id: "s1" }, 4);
    const chunks = await db
      .selectFrom("stored_log_chunks")
      .select(["first_line", "indexed"])
      .orderBy("number")
      .execute();
    expect(chunks).toEqual([
      { first_line: 1, indexed: 1 },
      { first_line: 3, indexed: 0 },
    ]);
    const { lines } = await searchStoredLogs(db, { q: "two" }, clock.nowMs());
    expect(lines.map(({ text }) => text)).toEqual(["two"]);
  });

  it("continues where viewers of its own have the log open already", async () => {
    upstream.file.push("one", "two");
    await addSession("s1");
    const first = lead();
    await untilStored({ session_id: "s1" }, 2);
    first.stop();
    upstream.write("three");
    const hub = newHub();
    const subscription = hub.watch("logs:s1:supervisor:chromium", () => undefined);
    await waitUntil("the viewer has the log", () => subscription?.source.begun === true);
    lead({}, hub);
    upstream.write("four");
    await untilStored({ session_id: "s1" }, 4);
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "three", "four"]);
    subscription?.release();
  });

  it("marks that lines may be missing where viewers have it only from a line on that is there again and again", async () => {
    upstream.file.push("one", "tick", "two", "tick");
    await addSession("s1");
    const first = lead();
    await untilStored({ session_id: "s1" }, 4);
    first.stop();
    upstream.file.splice(0, upstream.file.length, "tick", "five", "six");
    const hub = newHub();
    const subscription = hub.watch("logs:s1:supervisor:chromium", () => undefined);
    await waitUntil("the viewer has the log", () => subscription?.source.begun === true);
    lead({}, hub);
    await untilStored({ session_id: "s1" }, 8);
    expect(await stored({ session_id: "s1" })).toEqual([
      ...["one", "tick", "two", "tick"],
      ...["[null]", "tick", "five", "six"],
    ]);
    subscription?.release();
  });

  it("marks that lines may be missing when the browser ended in between", async () => {
    upstream.file.push("one");
    await addSession("s1");
    const first = lead();
    await untilStored({ session_id: "s1" }, 1);
    first.stop();
    upstream.isSessionGone = true;
    upstream.status = 404;
    upstream.end();
    lead();
    await waitForTrue("it has ended", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      return log?.ended_at_ms !== null;
    });
    expect(await stored({ session_id: "s1" })).toEqual(["one", "[null]"]);
  });
});

describe("limits", () => {
  it("follows as many logs as allowed, and reports those that wait", async () => {
    await addSession("s1");
    await addSession("s2");
    await addSession("s3");
    lead({ streams: 2 });
    await waitUntil("two are followed", () => upstream.openCount === 2);
    await waitForTrue("it is reported", async () => {
      const { recorder } = await readEvidence(db, settings);
      return recorder?.following === 2 && recorder.waiting === 1;
    });
  });

  it("deletes the oldest lines of a log that is too large, and reports how many", async () => {
    await addSession("s1");
    lead({ session_mb: 1 });
    const text = "x".repeat(10_000);
    for (let number = 1; number <= 150; number += 1) upstream.file.push(`${number} ${text}`);
    await waitForTrue("lines were deleted", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      return log !== undefined && log.first_line > 1 && log.first_line + log.lines === 151;
    });
    const [log] = await listStoredLogs(db, { session_id: "s1" });
    expect(log?.text_bytes).toBeLessThanOrEqual(1_000_000);
    await waitForTrue("it is reported", async () => {
      const { recorder } = await readEvidence(db, settings);
      return recorder?.deleted?.why === "session_size" && recorder.deleted.lines > 0;
    });
  });
});

it("deletes the oldest pictures with the oldest logs when all together are too large, and reports both", async () => {
  const [old, young] = await createStoredLogs(db, [{ invocationId: "old" }, { invocationId: "young" }], 1);
  for (const [row, updatedMs] of [
    [old, 10],
    [young, 20],
  ] as const)
    await db
      .updateTable("stored_logs")
      .set({ stored_bytes: 8_400_000, updated_at_ms: updatedMs, ended_at_ms: updatedMs })
      .where("id", "=", row?.id ?? 0)
      .execute();
  const png = pngOf(8, 6, 600_000);
  const pictureAt = (at: number) => ({
    session_id: "s1",
    at_ms: at,
    reason: "change" as const,
    url: "",
    png,
  });
  await addPictures(db, [1, 2].map(pictureAt));
  lead({ max_mb: 16 });
  await waitForTrue("it is reported", async () => {
    const { recorder } = await readEvidence(db, settings);
    return recorder?.deleted?.why === "total_size";
  });
  const { recorder, stored } = await readEvidence(db, settings);
  expect(recorder?.deleted).toMatchObject({ logs: 1, lines: 0, pictures: 1 });
  expect(stored).toMatchObject({ logs: 1, pictures: 1, picture_bytes: png.byteLength, oldest_ms: 2 });
});

it("deletes as many logs as needed in one turn, however small they are", async () => {
  const topics = Array.from({ length: 200 }, (_, at) => ({ invocationId: `i${at}` }));
  await createStoredLogs(db, topics, 1);
  await db
    .updateTable("stored_logs")
    .set({ stored_bytes: 200_000, updated_at_ms: 10, ended_at_ms: 10 })
    .execute();
  await recorderOf({ max_mb: 16 }).turn();
  const { recorder, stored } = await readEvidence(db, settings);
  expect(stored).toMatchObject({ logs: 80, stored_bytes: 16_000_000 });
  expect(recorder?.deleted).toMatchObject({ logs: 120, why: "total_size" });
});

describe("the rule `failed`", () => {
  it("deletes the logs of browsers without a failed or open invocation, except pinned ones", async () => {
    for (const id of ["good", "bad", "busy", "idle", "pinned"]) await addSession(id);
    await pinResource(db, { kind: "session", id: "pinned", label: "", by: "op" }, clock.nowMs());
    await addInvocation("i1", "succeeded", ["good"]);
    await addInvocation("i2", "failed", ["bad"]);
    await addInvocation("i3", "running", ["busy"]);
    upstream.isSessionGone = true;
    upstream.status = 404;
    lead({ logs: "failed" });
    const sessions = async () => {
      const rows = await db
        .selectFrom("stored_logs")
        .select(["session_id", "deleted_at_ms"])
        .orderBy("session_id")
        .execute();
      return rows.flatMap(({ session_id: id, deleted_at_ms: atMs }) => (id && atMs === null ? id : []));
    };
    await waitForTrue("two of five were deleted", async () => {
      const rows = await db
        .selectFrom("stored_logs")
        .select("deleted_at_ms")
        .where("session_id", "is not", null)
        .execute();
      return rows.length === 5 && rows.filter(({ deleted_at_ms: atMs }) => atMs !== null).length === 2;
    });
    expect(await sessions()).toEqual(["bad", "busy", "pinned"]);
    // And not stored again, although the browsers still count as living.
    expect(
      await db.selectFrom("stored_logs").select("id").where("session_id", "=", "good").execute(),
    ).toHaveLength(1);
  });
});

it("deletes logs that no rule names from where the leader before stopped sorting them out", async () => {
  await addSession("s1");
  const hoursAgo = (hours: number) => clock.nowMs() - hours * 3_600_000;
  const topics = ["s1", "s2"].map((id) => ({ sessionId: id, log: { source: "telemetry" as const } }));
  const [late, early] = await createStoredLogs(db, topics, hoursAgo(9));
  await endStoredLogs(db, [late?.id ?? 0], { reason: "over", nowMs: hoursAgo(3) });
  await endStoredLogs(db, [early?.id ?? 0], { reason: "over", nowMs: hoursAgo(6) });
  const deleted = async () =>
    (await db.selectFrom("stored_logs").select("topic").where("deleted_at_ms", "is not", null).execute()).map(
      ({ topic }) => topic,
    );
  await recorderOf({ logs: "off", network: "failed" }).turn();
  expect(await deleted()).toEqual([]);
  await writeCheckpoint(db, "logs_sorted_out", { to_ms: hoursAgo(4) });
  await recorderOf({ logs: "off", network: "failed" }).turn();
  expect(await deleted()).toEqual(["telemetry:s1"]);
});

it("deletes logs of an outage whose invocations it first reads afterwards", async () => {
  await addSession("s1");
  const hoursAgo = (hours: number) => clock.nowMs() - hours * 3_600_000;
  const topic = { sessionId: "s1", log: { source: "telemetry" as const } };
  const [log] = await createStoredLogs(db, [topic], hoursAgo(9));
  await addInvocation("i1", "running", ["s1"]);
  // The leader before looked at it, while its invocation was open.
  await endStoredLogs(db, [log?.id ?? 0], { reason: "over", nowMs: hoursAgo(4.5) });
  await writeCheckpoint(db, "logs_sorted_out", { to_ms: hoursAgo(4) });
  const recorder = recorderOf({ logs: "off", network: "failed" });
  const stored = async () => (await listStoredLogs(db, { session_id: "s1" })).length;
  await recorder.turn();
  expect(await stored()).toBe(1);
  await addInvocation("i1", "succeeded", ["s1"]);
  await waitForTrue("it is deleted", async () => {
    await recorder.turn();
    return (await stored()) === 0;
  });
});

describe("exceptions, and settings that an operator changes", () => {
  /** Whether the log of each session is stored, ended or deleted. */
  async function statesOfLogs(): Promise<Record<string, string>> {
    const rows = await db
      .selectFrom("stored_logs")
      .select(["session_id", "invocation_id", "ended_at_ms", "deleted_at_ms"])
      .execute();
    return Object.fromEntries(
      rows.map(({ session_id: session, invocation_id: invocation, ...at }) => [
        session ?? invocation,
        at.deleted_at_ms === null ? (at.ended_at_ms === null ? "stored" : "ended") : "deleted",
      ]),
    );
  }
  const untilStates = (what: string, states: Record<string, string>) =>
    waitForTrue(what, async () => {
      const now = await statesOfLogs();
      return (
        Object.keys(now).length === Object.keys(states).length &&
        Object.entries(states).every(([id, state]) => now[id] === state)
      );
    });
  const change = (changed: Partial<EvidenceSettings>) =>
    writeEvidenceSettings(
      db,
      { settings: { ...settings, ...changed }, defaults: settings },
      "ada",
      clock.nowMs(),
    );

  it("deletes what was stored of a browser before its application is known not to be", async () => {
    await addSession("s1");
    await addSession("other");
    lead({ exceptions: [{ app: "shop", logs: "off" }] });
    upstream.file.push("one");
    await untilStored({ session_id: "s1" }, 1);
    await addInvocation("i1", "running", ["s1"]);
    // The log of the invocation itself is not stored.
    await untilStates("it was deleted", { s1: "deleted", other: "stored" });
  });

  it("stores those of an exception where the general rule is off, and no other", async () => {
    for (const id of ["pooled", "shopping", "idle"]) await addSession(id);
    const from = { kind: "pool", id: "eu" } as const;
    await recordLinks(db, [{ from, to: { kind: "session", id: "pooled" }, atMs: clock.nowMs() }]);
    await addInvocation("i1", "running", ["shopping"]);
    lead({
      logs: "off",
      exceptions: [
        { app: "shop", logs: "off" },
        { pool: "eu", logs: "all" },
      ],
    });
    // An idle browser may still be acquired from the pool; so may the other one.
    await untilStates("those of the pool are stored", { pooled: "stored", idle: "stored" });
    upstream.isSessionGone = true;
    upstream.status = 404;
    for (const id of ["pooled", "idle"])
      await db.updateTable("resources").set({ ended_at_ms: clock.nowMs() }).where("id", "=", id).execute();
    upstream.end();
    await untilStates("the other one is deleted", { pooled: "ended", idle: "deleted" });
  });

  it("stops storing at once when it is switched off, and what is stored stays", async () => {
    await addSession("s1");
    lead();
    upstream.file.push("one");
    await untilStored({ session_id: "s1" }, 1);
    await change({ logs: "off" });
    await untilStates("it has ended", { s1: "ended" });
    await waitUntil("its stream is closed", () => upstream.openCount === 0);
    await addSession("s2");
    await change({});
    await untilStates("another one is stored again", { s1: "ended", s2: "stored" });
    expect(await stored({ session_id: "s1" })).toEqual(["one"]);
    expect(await listStoredLogs(db, { session_id: "s1" })).toMatchObject([
      { end_reason: expect.stringContaining("evidence settings") },
    ]);
  });

  it("misses an unknown number of lines of a log that was not stored for some time", async () => {
    upstream.file.push("one", "two");
    await addSession("s1");
    lead();
    await untilStored({ session_id: "s1" }, 2);
    await change({ logs: "off" });
    await waitForTrue("it has ended", async () => {
      const [log] = await listStoredLogs(db, { session_id: "s1" });
      return log?.ended_at_ms !== null;
    });
    upstream.file.splice(0, 2, "three");
    await change({});
    await addSession("s1");
    await untilStored({ session_id: "s1" }, 4);
    expect(await stored({ session_id: "s1" })).toEqual(["one", "two", "[null]", "three"]);
  });

  it("counts as a viewer of the lists only while something may be stored", async () => {
    let looks = 0;
    const turn = async (exceptions: EvidenceSettings["exceptions"]) => {
      const recorder = recorderOf({ logs: "off", exceptions }, { viewed: () => (looks += 1) });
      await recorder.turn();
      recorder.stop();
      return looks;
    };
    await addSession("s1");
    expect(await turn([])).toBe(0);
    expect(await statesOfLogs()).toEqual({});
    expect(await turn([{ app: "shop", logs: "failed" }])).toBe(1);
    expect(await statesOfLogs()).toEqual({ s1: "stored" });
  });
});
