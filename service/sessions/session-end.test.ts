import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import { standardPaces } from "../kernel/paces.ts";
import { type LiveSession, LiveSessions } from "./live-sessions.ts";
import { SessionEnds, type SessionEndsDeps } from "./session-end.ts";
import { SessionRows } from "./session-rows.ts";

/** A living session whose parts do nothing but note that they end. */
function setUp() {
  const done: string[] = [];
  const faults: unknown[] = [];
  const process = { failed: false, note() {}, kill: async () => void done.push("killed") };
  const session = {
    id: "s1",
    idle: false,
    devtools: { close() {} },
    record: sessionRecord("s1"),
    chromium: { process, devtools: { isOpen: true } },
    instance: { destroy: async () => void done.push("destroyed") },
    markClosing: () => void done.push("closing"),
    markEnded() {},
  };
  const entry = { session, swapping: false } as unknown as LiveSession;
  const rows = new SessionRows(openDatabase(":memory:"));
  rows.insert(session.record);
  const live = new LiveSessions();
  live.add(entry);
  const clock = new ManualClock();
  const ends = new SessionEnds({
    live,
    rows,
    clock,
    paces: standardPaces,
    telemetry: { end: async () => {} },
    report: (error: unknown) => void faults.push(error),
  } as unknown as SessionEndsDeps);
  ends.onEnd(({ id }, reason) => void done.push(`${id} ${reason}`));
  return { done, faults, process, entry, rows, live, clock, ends };
}

const whole = ["closing", "killed", "destroyed", "s1 deleted"];

test("a session ends although its end cannot be recorded at first; it is recorded with its own time", async () => {
  const { done, faults, entry, rows, live, clock, ends } = setUp();
  const full = new Error("database or disk is full");
  const end = rows.end.bind(rows);
  let attempts = 0;
  rows.end = (...given) => {
    attempts += 1;
    if (attempts <= 2) throw full;
    end(...given);
  };
  const endedAt = clock.timestamp();
  await ends.end(entry, "deleted");
  expect([done, live.size, faults]).toEqual([whole, 0, [full]]);
  clock.advance(60_000);
  expect(rows.find("s1")).toMatchObject({ deleted_at: endedAt, end_reason: "deleted" });
  expect([attempts, faults]).toEqual([3, [full]]);
});

test("an end that the service could not record is left to its next start", async () => {
  const { entry, rows, clock, ends } = setUp();
  let attempts = 0;
  rows.end = () => {
    attempts += 1;
    throw new Error("database or disk is full");
  };
  await ends.end(entry, "shutdown");
  ends.close();
  clock.advance(60_000);
  expect(attempts).toBe(1);
});

test("a session ends although its browser's process does not report its end", async () => {
  const { done, faults, process, entry, live, ends } = setUp();
  const fault = new Error("its log could not be closed");
  process.kill = async () => await Promise.reject(fault);
  await ends.end(entry, "deleted");
  expect([done, live.size, faults]).toEqual([["closing", "destroyed", "s1 deleted"], 0, [fault]]);
});
