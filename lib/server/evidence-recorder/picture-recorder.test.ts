import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { pngOf } from "../../../tests/support/png.ts";
import { waitFor } from "../../../tests/support/wait-until.ts";
import type { EvidenceSettings } from "../../bff/evidence.ts";
import type { Database } from "../db/database.ts";
import { markResourceEnded, upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { listPictures } from "../pictures/picture-reads.ts";
import { addPictures } from "../pictures/picture-writes.ts";
import type { LogHub } from "../streams/log-hub.ts";
import type { PagePicture } from "../streams/telemetry-pictures.ts";
import { PictureRecorder } from "./picture-recorder.ts";
import { VideoRecorder } from "./video-recorder.ts";

const settings: EvidenceSettings = {
  logs: "off",
  network: "off",
  pictures: "all",
  video: "all",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 2,
  exceptions: [],
};

let dataDir = "";
let db: Database;
let clock: TestClock;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-pictures-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(Date.UTC(2026, 10, 1));
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A browser that was seen now, the latest of all. */
async function see(id: string, telemetry: readonly string[] = ["screenshot"]): Promise<void> {
  await clock.advance(1);
  const row = { kind: "session", id, name: null, source: "listBrowsers", details: { telemetry } } as const;
  await upsertResources(db, [{ ...row, atMs: clock.nowMs() }]);
}

/** Topics that are followed; `refuses`: those that are not; `unavailable`: those that the API refuses. */
function fakeHub(refuses: readonly string[] = [], unavailable: ReadonlySet<string> = new Set()) {
  const followed = new Set<string>();
  const watch = (topic: string) => {
    if (refuses.includes(topic)) throw new Error("too many logs");
    followed.add(topic);
    const source = {
      get state() {
        return { state: unavailable.has(topic) ? "unavailable" : "open" };
      },
    };
    return { source, release: () => void followed.delete(topic) };
  };
  let send: (picture: PagePicture) => void = () => {};
  const onPicture = (listener: typeof send) => {
    send = listener;
    return () => {};
  };
  const hub = { watch, onPicture } as unknown as LogHub;
  return { followed, hub, send: (picture: PagePicture) => send(picture) };
}

function recorder(
  hub: LogHub,
  capture: (id: string) => Promise<void> = async () => {},
  applied: { settings: EvidenceSettings; set_at_ms: number | null } = { settings, set_at_ms: null },
) {
  const reports: string[] = [];
  const made = new PictureRecorder({
    db,
    hub,
    capture,
    clock,
    write: (work) => db.transaction().execute(work),
    readSettings: async () => ({ changed: [], set_by: null, ...applied }),
    isOffered: () => true,
    report: (what) => reports.push(what),
  });
  const look = async () => {
    await clock.advance(paces.evidenceRecorder.discoverMs);
    await made.turn();
    await made.capture();
  };
  return { made, look, reports };
}

it("follows at most the set number of browsers, whichever was seen last", async () => {
  const { hub, followed } = fakeHub();
  const { look } = recorder(hub);
  for (const id of ["c", "b", "a"]) await see(id);
  await look();
  expect(followed).toEqual(new Set(["telemetry:a", "telemetry:b"]));
  await see("c");
  await look();
  expect(followed).toEqual(new Set(["telemetry:a", "telemetry:b"]));
  await markResourceEnded(db, { kind: "session", id: "a", atMs: clock.nowMs() });
  for (let left = 0; left < 40; left += 1) await look();
  expect(followed).toEqual(new Set(["telemetry:b", "telemetry:c"]));
});

it("leaves ended browsers while others cannot be followed, which it reports", async () => {
  const { hub, followed } = fakeHub(["telemetry:full"]);
  const { look, reports } = recorder(hub);
  await see("a");
  await see("full");
  await look();
  expect(followed).toEqual(new Set(["telemetry:a"]));
  await markResourceEnded(db, { kind: "session", id: "a", atMs: clock.nowMs() });
  for (let left = 0; left < 40; left += 1) await look();
  expect(followed).toEqual(new Set());
  expect(new Set(reports)).toEqual(new Set(["the telemetry of a browser could not be followed"]));
});

it("gives the place of a browser whose telemetry is refused to one that waits, and tries it again in a free place", async () => {
  const unavailable = new Set(["telemetry:a"]);
  const { hub, followed } = fakeHub([], unavailable);
  const { look } = recorder(hub);
  for (const id of ["c", "b", "a"]) await see(id);
  await look();
  expect(followed).toEqual(new Set(["telemetry:a", "telemetry:b"]));
  await look();
  await look();
  expect(followed).toEqual(new Set(["telemetry:b", "telemetry:c"]));
  await markResourceEnded(db, { kind: "session", id: "b", atMs: clock.nowMs() });
  unavailable.clear();
  for (let left = 0; left < 40; left += 1) await look();
  expect(followed).toEqual(new Set(["telemetry:a", "telemetry:c"]));
  for (const id of ["a", "c"]) unavailable.add(`telemetry:${id}`);
  await look();
  expect(followed).toEqual(new Set(["telemetry:a", "telemetry:c"]));
});

it("gives the place of a browser that cannot be made to capture pictures to one that waits", async () => {
  const { hub, followed } = fakeHub();
  const { look } = recorder(hub, () => Promise.reject(new Problem(400, "bad_request", "refused")));
  await see("c");
  for (const id of ["b", "a"]) await see(id, []);
  for (let tries = 0; tries < 4; tries += 1) await look();
  expect(followed).toEqual(new Set(["telemetry:c"]));
});

it("has browsers capture pictures that could not be made to while the API was away", async () => {
  const { hub, followed } = fakeHub();
  const captured: string[] = [];
  let isAway = true;
  const { look } = recorder(hub, async (id) => {
    if (isAway) throw new Problem(502, "upstream_unreachable", "The API cannot be reached.");
    captured.push(id);
    await see(id);
  });
  await see("c");
  for (const id of ["b", "a"]) await see(id, []);
  for (let tries = 0; tries < 10; tries += 1) await look();
  // Its place is free for another one meanwhile.
  expect(followed).toEqual(new Set(["telemetry:c"]));
  isAway = false;
  await clock.advance(paces.evidenceRecorder.longestActPauseMs);
  for (let looks = 0; looks < 3; looks += 1) await look();
  expect(captured).toHaveLength(1);
  expect(followed).toEqual(new Set([`telemetry:${captured[0]}`, "telemetry:c"]));
});

it("stores pictures while a browser that is made to capture them does not answer", async () => {
  const { hub, send } = fakeHub();
  let isRequested = false;
  const { made } = recorder(hub, () => {
    isRequested = true;
    return new Promise(() => {});
  });
  onTestFinished(() => made.stop());
  await see("a");
  await see("b", []);
  made.start();
  const pass = () => clock.advance(paces.evidenceRecorder.saveMs);
  const requested = () => pass().then(() => isRequested);
  await waitFor("b is to capture pictures", requested, Boolean);
  send({ sessionId: "a", atMs: clock.nowMs(), reason: "change", url: "", png: pngOf(8, 6) });
  const stored = () => pass().then(() => listPictures(db, "a"));
  await waitFor("it is stored", stored, ({ length }) => length === 1);
});

it("gives the place of a browser that an operator has capture no pictures any more to one that waits", async () => {
  const { hub, followed } = fakeHub();
  const { look } = recorder(hub);
  for (const id of ["c", "b"]) await see(id);
  await see("a", []);
  await look();
  await see("a");
  await look();
  expect(followed).toEqual(new Set(["telemetry:a", "telemetry:b"]));
  await see("a", []);
  await look();
  await look();
  expect(followed).toEqual(new Set(["telemetry:b", "telemetry:c"]));
});

it("stores no picture of a browser's history that has expired", async () => {
  const { hub, send } = fakeHub();
  const { made, look } = recorder(hub);
  await see("a");
  made.start();
  await look();
  const keptSinceMs = clock.nowMs() - settings.days * 86_400_000;
  const picture = {
    sessionId: "a",
    reason: "change",
    url: "https://shop.example",
    png: pngOf(8, 8),
  } as const;
  for (const atMs of [keptSinceMs - 1, keptSinceMs + 3_600_000]) send({ ...picture, atMs });
  await look();
  made.stop();
  expect((await listPictures(db, "a", {})).map(({ at_ms: atMs }) => atMs)).toEqual([keptSinceMs + 3_600_000]);
});

it("deletes only pictures that were taken since a rule was switched off, of a browser that ended then", async () => {
  const applied = { settings, set_at_ms: null as number | null };
  const { look } = recorder(fakeHub().hub, async () => {}, applied);
  const take = (atMs: number) =>
    addPictures(db, [{ session_id: "a", at_ms: atMs, reason: "change", url: "", png: pngOf(8, 6) }]);
  await see("a");
  await take(clock.nowMs() - 1);
  applied.settings = { ...settings, pictures: "off" };
  applied.set_at_ms = clock.nowMs();
  await take(clock.nowMs());
  await markResourceEnded(db, { kind: "session", id: "a", atMs: clock.nowMs() });
  await clock.advance(paces.evidenceRecorder.reviewAfterMs);
  await look();
  expect((await listPictures(db, "a")).map(({ at_ms: atMs }) => atMs)).toEqual([applied.set_at_ms - 1]);
});

it("deletes those of browsers that ended just before an outage of hours, and that no rule names", async () => {
  const applied = { settings: { ...settings, pictures: "failed" as const }, set_at_ms: null };
  const before = recorder(fakeHub().hub, async () => {}, applied);
  for (const id of ["a", "b"]) {
    await see(id);
    const picture = { session_id: id, at_ms: clock.nowMs(), reason: "change" as const, url: "" };
    await addPictures(db, [{ ...picture, png: pngOf(8, 6) }]);
  }
  await before.look();
  await markResourceEnded(db, { kind: "session", id: "a", atMs: clock.nowMs() });
  // Long ago: it was sorted out then, and stays.
  const longAgoMs = clock.nowMs() - 2 * paces.evidenceRecorder.reviewWithinMs;
  await markResourceEnded(db, { kind: "session", id: "b", atMs: longAgoMs });
  await clock.advance(3 * paces.evidenceRecorder.reviewWithinMs);
  await recorder(fakeHub().hub, async () => {}, applied).look();
  expect(await listPictures(db, "a")).toEqual([]);
  expect(await listPictures(db, "b")).toHaveLength(1);
});

/** An invocation that began to use a browser now; it started `ageMs` ago. */
async function use(session: string, invocation: string, ageMs = 0): Promise<void> {
  await clock.advance(1);
  const nowMs = clock.nowMs();
  const of = { app_name: "shop", action_name: "buy", version: "v1", status: "running" };
  const started = new Date(nowMs - ageMs).toISOString();
  await writeInvocations(db, [invocationRowOf({ id: invocation, ...of, started_at: started }, nowMs)]);
  await addInvocationSessions(db, invocation, [session], nowMs);
}

it("has a browser of a pool capture pictures for each invocation that uses it", async () => {
  const captured: string[] = [];
  const { look } = recorder(fakeHub().hub, async (id) => void captured.push(id));
  for (const invocation of ["first", "second"]) {
    // What the one before captured is over.
    await see("a", ["network"]);
    await use("a", invocation);
    await look();
    await see("a", ["network", "screenshot"]);
    await look();
  }
  expect(captured).toEqual(["a", "a"]);
  // Somebody does not want them.
  await see("a", ["network"]);
  await look();
  expect(captured).toEqual(["a", "a"]);
});

it("does so also for an invocation that started before the one that used the browser before it", async () => {
  const captured: string[] = [];
  const { look } = recorder(fakeHub().hub, async (id) => void captured.push(id));
  await see("a", []);
  await use("a", "younger");
  await look();
  await use("a", "older", 60_000);
  await look();
  expect(captured).toEqual(["a", "a"]);
});

/** Records video of at most two browsers; `refusals`: what recording each fails with now; `running`: their recordings that are
 *  not finished. */
function videoRecorder(
  refusals: ReadonlyMap<string, Problem>,
  running: ReadonlyMap<string, readonly string[]> = new Map(),
) {
  const started: string[] = [];
  const made = new VideoRecorder({
    db,
    clock,
    report: () => undefined,
    readSettings: async () => ({ settings, changed: [], set_by: null, set_at_ms: null }),
    running: async (id) => running.get(id) ?? [],
    start: async (id) => {
      const refusal = refusals.get(id);
      if (refusal !== undefined) throw refusal;
      return `replay-${started.push(id)}`;
    },
  });
  const look = async (times: number) => {
    for (let looks = 0; looks < times; looks += 1) {
      await clock.advance(paces.evidenceRecorder.discoverMs);
      await made.look();
    }
  };
  return { look, started };
}

it("records the browsers that there was no room for once others have ended", async () => {
  const full = new Problem(429, "upstream_busy", "16 recordings are running", { retryAfterSeconds: 5 });
  const refusals = new Map([["a", full]]);
  const { look, started } = videoRecorder(refusals);
  await see("a", []);
  await look(20);
  expect(started).toEqual([]);
  refusals.clear();
  await clock.advance(paces.evidenceRecorder.longestActPauseMs);
  await look(1);
  expect(started).toEqual(["a"]);
});

it("records others in the place of a browser that cannot be recorded, and no more at a time than are set", async () => {
  const { look, started } = videoRecorder(
    new Map([["a", new Problem(400, "bad_request", "It has no window.")]]),
  );
  for (const id of ["d", "c", "b", "a"]) await see(id, []);
  await look(10);
  expect(started).toEqual(["b", "c"]);
  await see("d", []);
  await look(2);
  expect(started).toEqual(["b", "c"]);
});

it("records a browser of a pool again for each invocation that uses it, also one that was given up", async () => {
  const refusals = new Map([["b", new Problem(409, "conflict", "It is going back to its pool.")]]);
  const { look, started } = videoRecorder(refusals);
  for (const id of ["a", "b"]) await see(id, []);
  for (const id of ["a", "b"]) await use(id, `first-${id}`);
  await look(5);
  expect(started).toEqual(["a"]);
  refusals.clear();
  await look(5);
  expect(started).toEqual(["a"]);
  for (const id of ["a", "b"]) await use(id, `second-${id}`);
  await look(5);
  expect(started.toSorted()).toEqual(["a", "a", "b"]);
});

it("records an invocation once the recording of the one that used the browser before it is finished", async () => {
  const running = new Map<string, readonly string[]>();
  const { look, started } = videoRecorder(new Map(), running);
  for (const id of ["c", "b", "a"]) await see(id, []);
  await look(2);
  expect(started).toEqual(["a", "b"]);
  running.set("a", ["replay-1"]);
  // It was recorded before its invocation was known.
  await use("a", "first");
  await look(5);
  expect(started).toEqual(["a", "b"]);
  await use("a", "second");
  await look(5);
  // Nor is there a place for another browser.
  expect(started).toEqual(["a", "b"]);
  running.delete("a");
  await look(20);
  expect(started).toEqual(["a", "b", "a"]);
  running.set("a", ["replay-3"]);
  await look(20);
  expect(started).toHaveLength(3);
});

it("records one that is acquired again once the recording of its use before is finished", async () => {
  const running = new Map<string, readonly string[]>();
  const { look, started } = videoRecorder(new Map(), running);
  await see("a", []);
  await look(1);
  running.set("a", ["replay-1"]);
  await markResourceEnded(db, { kind: "session", id: "a", atMs: clock.nowMs() });
  await look(1);
  await see("a", []);
  await look(20);
  expect(started).toEqual(["a"]);
  running.delete("a");
  await look(100);
  expect(started).toEqual(["a", "a"]);
});

it("starts no recording beside one that somebody started of an invocation", async () => {
  const running = new Map<string, readonly string[]>();
  const { look, started } = videoRecorder(new Map(), running);
  await see("a", []);
  await use("a", "first");
  await look(2);
  running.set("a", ["replay-1", "by-hand"]);
  await use("a", "second");
  await look(5);
  running.delete("a");
  await look(20);
  expect(started).toEqual(["a"]);
});

it("acts and follows no more once it is stopped in the middle of a look", async () => {
  const { hub, followed } = fakeHub();
  const captured: string[] = [];
  const { made, look } = recorder(hub, async (id) => {
    captured.push(id);
    made.stop();
  });
  for (const id of ["b", "a"]) await see(id, []);
  await look();
  await look();
  expect([captured, [...followed]]).toEqual([["a"], []]);

  const started: string[] = [];
  const videos = new VideoRecorder({
    db,
    clock,
    report: () => undefined,
    readSettings: async () => ({ settings, changed: [], set_by: null, set_at_ms: null }),
    running: async () => [],
    start: async (id) => {
      started.push(id);
      videos.stop();
      return undefined;
    },
  });
  await videos.look();
  expect(started).toHaveLength(1);
});
