// Telemetry, pictures and video as a leader stores them, over scripted telemetry.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { telemetryEventOf as event, FakeTelemetry } from "../../../tests/support/fakes/fake-telemetry.ts";
import { hurriedClock, startSteadyClock } from "../../../tests/support/fakes/steady-clock.ts";
import { pngOf } from "../../../tests/support/png.ts";
import { waitFor, waitUntil } from "../../../tests/support/wait-until.ts";
import type { EvidenceSettings } from "../../bff/evidence.ts";
import type { Database } from "../db/database.ts";
import { markResourceEnded, upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { sessionsOfInvocations } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { listPictures } from "../pictures/picture-reads.ts";
import { StoredLog } from "../stored-logs/stored-log.ts";
import { listStoredLogs, readStoredLines } from "../stored-logs/stored-log-reads.ts";
import { createStoredLogs, deleteStoredLog, saveStoredLogs } from "../stored-logs/stored-log-writes.ts";
import { LogHub } from "../streams/log-hub.ts";
import { seqOf } from "../streams/telemetry-source.ts";
import { LogRecorder } from "./log-recorder.ts";
import { PictureRecorder } from "./picture-recorder.ts";
import { VideoRecorder } from "./video-recorder.ts";

vi.mock("../kernel/paces.ts", async (original) => {
  const { paces, ...others } = await original<typeof import("../kernel/paces.ts")>();
  const evidenceRecorder = {
    ...paces.evidenceRecorder,
    saveMs: 5,
    discoverMs: 20,
    reviewEveryMs: 20,
    reviewAfterMs: 100,
    measureEveryMs: 20,
  };
  return { ...others, paces: { ...paces, evidenceRecorder } };
});

const nothing: EvidenceSettings = {
  logs: "off",
  network: "off",
  pictures: "off",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [],
};

let dataDir = "";
let db: Database;
let telemetry: FakeTelemetry;
let clock: ReturnType<typeof startSteadyClock>;
let ends: (() => void)[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-telemetry-"));
  db = await openEmptyStore(dataDir);
  telemetry = new FakeTelemetry();
  clock = startSteadyClock();
  ends = [];
});
afterEach(async () => {
  for (const end of ends) end();
  clock.stop();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

function newHub(): LogHub {
  const hub = new LogHub({
    telemetry,
    port: {
      open: () => Promise.reject(new Error("no logs")),
      judge: () => ({ kind: "passing", reason: "" }),
      overReason: async () => undefined,
    },
    clock: hurriedClock(clock, 50),
    random: () => 0.5,
    newEpoch: () => "e1",
  });
  ends.push(() => hub.close());
  return hub;
}

interface Recorder {
  start(): void;
  stop(): void;
}
function run<Each extends Recorder>(recorder: Each): Each {
  ends.unshift(() => recorder.stop());
  recorder.start();
  return recorder;
}
const report = () => undefined;
const write = <T>(work: (trx: Database) => Promise<T>) => db.transaction().execute(work);
const settingsOf = (changes: Partial<EvidenceSettings>) => async () => ({
  settings: { ...nothing, ...changes },
  changed: [],
  set_by: null,
  set_at_ms: null,
});

const recordTelemetry = (hub = newHub(), changes: Partial<EvidenceSettings> = {}) =>
  run(
    new LogRecorder({
      db,
      write,
      hub,
      clock,
      report,
      readSettings: settingsOf({ network: "all", ...changes }),
      isOffered: () => true,
      viewed: () => undefined,
    }),
  );

const captured: string[] = [];
const recordPictures = (hub = newHub(), changes: Partial<EvidenceSettings> = {}) =>
  run(
    new PictureRecorder({
      db,
      write,
      hub,
      clock,
      report,
      readSettings: settingsOf({ pictures: "all", ...changes }),
      isOffered: () => true,
      capture: async (id) => void captured.push(id),
    }),
  );
beforeEach(() => void captured.splice(0));

const addSession = (id: string, categories: readonly string[]) =>
  upsertResources(db, [
    {
      kind: "session",
      id,
      name: null,
      source: "listBrowsers",
      details: { telemetry: categories },
      atMs: clock.nowMs(),
    },
  ]);

const end = (id: string) => markResourceEnded(db, { kind: "session", id, atMs: clock.nowMs() });

/** A failed invocation of just now of which no browser is known, and its stored log. */
async function addFailed(id: string, lines: readonly string[]): Promise<void> {
  const nowMs = clock.nowMs();
  const now = new Date(nowMs).toISOString();
  const invocation = { app_name: "shop", action_name: "buy", version: "v1", status: "failed" };
  await writeInvocations(db, [
    invocationRowOf({ id, ...invocation, started_at: now, finished_at: now }, nowMs),
  ]);
  const [row] = await createStoredLogs(db, [{ invocationId: id }], nowMs);
  if (row === undefined) throw new Error("no row");
  const log = new StoredLog(row, 0);
  log.append(
    lines.map((text) => ({ json: JSON.stringify({ at: now, text }), kind: "line", at: now, missing: 0 })),
    nowMs,
  );
  log.end(null, nowMs);
  await saveStoredLogs(db, "sqlite", [log.unsaved()]);
}

/** Numbers of the stored events, and gaps as "-count". */
async function stored(sessionId: string): Promise<(number | string)[]> {
  const [log] = await listStoredLogs(db, { session_id: sessionId });
  if (log === undefined) return [];
  const { entries } = await readStoredLines(db, log.id, {});
  return entries.map((entry) => (entry.kind === "line" ? (seqOf(entry.text) ?? "?") : `-${entry.count}`));
}
const untilStored = (sessionId: string, ...expected: readonly (number | string)[]) =>
  waitFor(`stored: ${expected.join()}`, async () =>
    (await stored(sessionId)).join() === expected.join() ? true : undefined,
  );
const untilPictures = (sessionId: string, count: number) =>
  waitFor(`${count} pictures`, async () => {
    const pictures = await listPictures(db, sessionId);
    return pictures.length === count ? pictures : undefined;
  });
const shot = (seq: number) =>
  event(seq, "monitor_screenshot", { png: pngOf(8, 6).toString("base64") }, { target_id: "t1" });

describe("telemetry", () => {
  it("is stored from its first event to its end, which it names", async () => {
    telemetry.emit(event(1), event(2));
    await addSession("s1", ["page"]);
    recordTelemetry();
    await untilStored("s1", 1, 2);
    telemetry.emit(event(3));
    telemetry.end();
    const log = await waitFor("the log has ended", async () => {
      const [each] = await listStoredLogs(db, { session_id: "s1" });
      return each?.ended_at_ms == null ? undefined : each;
    });
    expect(log).toMatchObject({ topic: "telemetry:s1", lines: 3, end_reason: "The browser has ended." });
    expect(await stored("s1")).toEqual([1, 2, 3]);
  });

  it("is continued by another leader without loss or repetition, with what was dropped counted", async () => {
    telemetry.emit(event(1), event(2));
    await addSession("s1", ["page"]);
    const first = recordTelemetry();
    await untilStored("s1", 1, 2);
    first.stop();
    telemetry.emit(event(3), event(7));
    recordTelemetry();
    await untilStored("s1", 1, 2, 3, "-3", 7);
  });

  it("is continued where a viewer of the leader has it open already", async () => {
    telemetry.emit(event(1), event(2));
    await addSession("s1", ["page"]);
    const first = recordTelemetry();
    await untilStored("s1", 1, 2);
    first.stop();
    telemetry.emit(event(3));
    const hub = newHub();
    const viewer = hub.watch("telemetry:s1", () => undefined);
    await waitUntil("the viewer has all", () => viewer?.source.ring.lines().length === 3);
    recordTelemetry(hub);
    telemetry.emit(event(4));
    await untilStored("s1", 1, 2, 3, 4);
    viewer?.release();
  });

  it("goes on when a browser of a pool is used again", async () => {
    telemetry.emit(event(1));
    await addSession("s1", ["page"]);
    recordTelemetry();
    await untilStored("s1", 1);
    telemetry.end();
    await waitFor("the log has ended", async () =>
      (await listStoredLogs(db, { session_id: "s1" }))[0]?.ended_at_ms == null ? undefined : true,
    );
    telemetry.isGone = false;
    // What its earlier holder did is gone.
    telemetry.events.length = 0;
    telemetry.emit(event(2), event(3));
    await addSession("s1", ["page"]);
    await untilStored("s1", 1, 2, 3);
    expect((await listStoredLogs(db, { session_id: "s1" })).map(({ ended_at_ms: at }) => at)).toEqual([null]);
  });

  const hourMs = 3_600_000;
  it.each([
    ["nobody", "right", 0],
    ["a viewer", "right", 0],
    ["nobody", "an hour ahead", hourMs],
    ["a viewer", "an hour ahead", hourMs],
    ["nobody", "an hour behind", -hourMs],
    ["a viewer", "an hour behind", -hourMs],
  ])(
    "that was deleted is not stored again once a rule names it again, with %s reading it and the API's clock %s",
    async (who, _, aheadMs) => {
      const firstMs = clock.nowMs() + aheadMs - 60_000;
      const at = (seq: number) => ({
        seq,
        event: { ...event(seq).event, ts: (firstMs + seq * 10) * 1000 },
      });
      telemetry.emit(at(1));
      await addSession("s1", ["page"]);
      const first = recordTelemetry();
      await untilStored("s1", 1);
      first.stop();
      const off = recordTelemetry(newHub(), { network: "off" });
      const log = await waitFor("the log has ended", async () => {
        const [each] = await listStoredLogs(db, { session_id: "s1" });
        return each?.ended_at_ms == null ? undefined : each;
      });
      off.stop();
      await deleteStoredLog(db, log.id, clock.nowMs());
      const hub = newHub();
      const viewer = who === "nobody" ? undefined : hub.watch("telemetry:s1", () => undefined);
      if (viewer !== undefined) await waitUntil("it has all", () => viewer.source.ring.lines().length === 1);
      telemetry.emit(at(2));
      await addSession("s1", ["page"]);
      recordTelemetry(hub);
      await untilStored("s1", 2);
      telemetry.emit(at(3));
      await untilStored("s1", 2, 3);
      viewer?.release();
    },
  );

  it("is stored of a browser that an invocation used again unseen and names in its log, with its pictures", async () => {
    telemetry.emit(event(1));
    await addSession("browser-1", ["page", "screenshot"]);
    const hub = newHub();
    recordTelemetry(hub);
    recordPictures(hub);
    await untilStored("browser-1", 1);
    telemetry.end();
    await end("browser-1");
    await waitFor("the log has ended", async () =>
      (await listStoredLogs(db, { session_id: "browser-1" }))[0]?.ended_at_ms == null ? undefined : true,
    );
    telemetry.events.push(event(5), shot(6));
    await addFailed("i1", ["session browser-1 from pool checkout", "session unknown-id-2", "Error: refused"]);
    await untilStored("browser-1", 1, "-3", 5, 6);
    await untilPictures("browser-1", 1);
    expect(await sessionsOfInvocations(db, ["i1"])).toEqual(new Map([["i1", ["browser-1"]]]));
  });

  it("is stored only of browsers that capture some, and of none by the rule off", async () => {
    await addSession("without", []);
    await addSession("with", ["network"]);
    const off = recordTelemetry(newHub(), { network: "off", logs: "off" });
    await off.turn();
    expect(telemetry.opened).toEqual([]);
    off.stop();
    telemetry.emit(event(1));
    recordTelemetry();
    await untilStored("with", 1);
    expect(await listStoredLogs(db, { session_id: "without" })).toEqual([]);
  });
});

describe("pictures", () => {
  it("are stored with address and reason, also the last ones of a browser", async () => {
    await addSession("s1", ["page", "screenshot"]);
    telemetry.emit(event(1, "page_navigation", { target_id: "t1", url: "https://shop.test/" }), shot(2));
    recordPictures();
    const [picture] = await untilPictures("s1", 1);
    expect(picture).toMatchObject({ reason: "navigation", url: "https://shop.test/", width: 8, height: 6 });
    telemetry.events.push(shot(300));
    telemetry.end();
    await end("s1");
    await untilPictures("s1", 2);
  });

  it("go on when a browser of a pool is used again at once", async () => {
    await addSession("s1", ["screenshot"]);
    telemetry.emit(shot(1));
    recordPictures();
    await untilPictures("s1", 1);
    telemetry.end();
    await waitUntil("the stream has ended", () => telemetry.openCount === 0);
    telemetry.isGone = false;
    telemetry.emit(shot(2));
    await untilPictures("s1", 2);
  });

  it("share the stream of telemetry that is stored", async () => {
    await addSession("s1", ["screenshot"]);
    telemetry.emit(shot(1));
    const hub = newHub();
    recordTelemetry(hub);
    recordPictures(hub);
    await untilPictures("s1", 1);
    await untilStored("s1", 1);
    expect(telemetry.openCount).toBe(1);
  });

  it("are captured by a browser that the rule names and that captures none", async () => {
    await addSession("s1", ["network"]);
    recordPictures();
    await waitUntil("it was made to capture", () => captured.length > 0);
    await addSession("s1", ["network", "screenshot"]);
    telemetry.emit(shot(1));
    await untilPictures("s1", 1);
    expect(captured).toEqual(["s1"]);
  });

  it("are neither captured nor stored by the rule off", async () => {
    await addSession("s1", ["screenshot"]);
    await addSession("s2", []);
    const recorder = recordPictures(newHub(), { pictures: "off" });
    for (let turn = 0; turn < 3; turn += 1) await recorder.turn();
    expect([captured, telemetry.opened]).toEqual([[], []]);
  });

  it("are no longer stored once the rule is off", async () => {
    await addSession("s1", ["screenshot"]);
    const changes: Partial<EvidenceSettings> = { pictures: "all" };
    run(
      new PictureRecorder({
        db,
        write,
        hub: newHub(),
        clock,
        report,
        readSettings: async () => await settingsOf(changes)(),
        isOffered: () => true,
        capture: async () => undefined,
      }),
    );
    telemetry.emit(shot(1));
    await untilPictures("s1", 1);
    changes.pictures = "off";
    await waitUntil("the stream was left", () => telemetry.openCount === 0);
  });

  it("are deleted again when the browser had no failed invocation, by the rule failed", async () => {
    await addSession("s1", ["screenshot"]);
    telemetry.emit(shot(1));
    recordPictures(newHub(), { pictures: "failed" });
    await untilPictures("s1", 1);
    await end("s1");
    await untilPictures("s1", 0);
  });

  it("are not stored again of a browser that ended long ago, whose telemetry is viewed", async () => {
    await addSession("old", ["screenshot"]);
    await markResourceEnded(db, {
      kind: "session",
      id: "old",
      atMs: clock.nowMs() - 2 * paces.evidenceRecorder.endedLateMs,
    });
    telemetry.isGone = true;
    telemetry.events.push(shot(1));
    const hub = newHub();
    recordPictures(hub);
    const viewer = hub.watch("telemetry:old", () => undefined);
    await waitUntil("the viewer has all", () => viewer?.source.state.state === "ended");
    telemetry.isGone = false;
    // Once those of a browser that is seen later are stored, it is decided for the other.
    await addSession("new", ["screenshot"]);
    await untilPictures("new", 1);
    expect(await listPictures(db, "old")).toEqual([]);
    viewer?.release();
  });

  it("wait while the store is down", async () => {
    await addSession("s1", ["screenshot"]);
    let isDown = true;
    let failures = 0;
    const recorder = new PictureRecorder({
      db,
      hub: newHub(),
      clock,
      write: (work) => (isDown ? Promise.reject(new Error("down")) : write(work)),
      report: () => {
        failures += 1;
        isDown = false;
      },
      readSettings: settingsOf({ pictures: "all" }),
      isOffered: () => true,
      capture: async () => undefined,
    });
    run(recorder);
    telemetry.emit(shot(1), shot(2));
    await untilPictures("s1", 2);
    expect(failures).toBe(1);
  });
});

describe("video", () => {
  it("is started once for each browser that the rule names, and tried again a few times", async () => {
    await addSession("s1", []);
    await addSession("s2", []);
    const started: string[] = [];
    const faults: unknown[] = [];
    const recorder = new VideoRecorder({
      db,
      clock,
      readSettings: settingsOf({ video: "all" }),
      running: async () => [],
      start: async (id) => {
        started.push(id);
        if (id === "s2") throw new Problem(400, "bad_request", "It has no window.");
        return undefined;
      },
      report: (what) => faults.push(what),
    });
    for (let look = 0; look < 5; look += 1) await recorder.look();
    expect(started.toSorted()).toEqual(["s1", "s2", "s2", "s2"]);
    expect(faults).toEqual(["a recording could not be started by rule"]);
  });
});
