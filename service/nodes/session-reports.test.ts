import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import { SessionRows } from "../sessions/session-rows.ts";
import { Creations } from "./creations.ts";
import type { NodeLink } from "./node-link.ts";
import type { HeldSession } from "./node-protocol.ts";
import { RemoteSessions } from "./remote-sessions.ts";
import { SessionReports } from "./session-reports.ts";

const full = new Error("database or disk is full");
const held = (id: string, more = {}): HeldSession => ({
  record: sessionRecord(id, more),
  lease: "lease",
  altered: false,
  version: 1,
});
const all = (...sessions: HeldSession[]) => ({ type: "all" as const, sessions, ends: [], runs: [] });

/** A node whose sessions can be stored while `disk.isFull` is false. */
function setUp() {
  const sent: string[] = [];
  const events: string[] = [];
  const faults: unknown[] = [];
  const disk = { isFull: false };
  const node = {
    id: "a",
    entry: { id: "a", name: "a", draining: false },
    tell: async (path: string, body: object) => void sent.push(`${path} ${JSON.stringify(body)}`),
  };
  // Only these are used.
  const link = node as unknown as NodeLink;
  const rows = new SessionRows(openDatabase(":memory:"));
  const { mirror, end } = rows;
  const unlessFull = <Args extends unknown[]>(write: (...args: Args) => void) =>
    function unlessFull(...args: Args) {
      if (disk.isFull) throw full;
      write.apply(rows, args);
    };
  Object.assign(rows, { mirror: unlessFull(mirror), end: unlessFull(end) });
  const clock = new ManualClock();
  const remote = new RemoteSessions();
  const reports = new SessionReports({
    sessions: { rows },
    remote,
    links: { get: () => link },
    creations: new Creations(),
    clock,
    retryMs: 1_000,
    isRunning: () => true,
    onAdopted: ({ id }, poolId) => void events.push(`${id} adopted by ${poolId}`),
    report: (error) => void faults.push(error),
  });
  reports.onEnding(({ id }, reason) => void events.push(`${id} ${reason}`));
  reports.onEnd(() => void events.push("ended"));
  const disksFreed = async () => {
    disk.isFull = false;
    clock.advance(1_000);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { link, sent, events, faults, disk, rows, remote, reports, disksFreed, clock };
}

test("a session that its node ends while the disk is full has ended, and is recorded with its own time", async () => {
  const { link, events, faults, disk, rows, remote, reports, disksFreed } = setUp();
  reports.take(link, all(held("s1")));
  disk.isFull = true;
  const at = "2026-01-01T01:00:00.000000Z";
  reports.take(link, { type: "ending", id: "s1", at, reason: "timeout" });
  reports.take(link, { type: "ended", id: "s1" });
  expect([events, remote.get("s1"), faults]).toEqual([["s1 timeout", "ended"], undefined, [full]]);
  expect(rows.find("s1")?.deleted_at).toBeNull();
  await disksFreed();
  expect(rows.find("s1")).toMatchObject({ deleted_at: at, end_reason: "timeout" });
});

test("a session is ended on its node while the disk is full", async () => {
  const { link, sent, events, disk, rows, reports, remote, disksFreed, clock } = setUp();
  reports.take(link, all(held("s1")));
  const session = remote.get("s1");
  if (session === undefined) throw new Error("It is not there.");
  disk.isFull = true;
  const at = clock.timestamp();
  await reports.end(session, "deleted");
  expect([sent, events]).toEqual([['/node/sessions/s1/end {"reason":"deleted"}'], ["s1 deleted"]]);
  await disksFreed();
  expect(rows.find("s1")).toMatchObject({ deleted_at: at, end_reason: "deleted" });
});

test("a node's report is taken while the disk is full, and stored as soon as it can be", async () => {
  const { link, events, faults, disk, rows, reports, remote, disksFreed } = setUp();
  rows.mirror(sessionRecord("s1", { node: "a", pool_id: "p1" }));
  rows.mirror(sessionRecord("s2", { node: "a" }));
  rows.mirror(sessionRecord("s3", { node: "a" }));
  disk.isFull = true;
  const ended = { id: "s2", at: "2026-01-01T01:00:00.000000Z", reason: "crashed" as const };
  reports.take(link, { ...all(held("s1", { pool_id: "p1" }), held("s4")), ends: [ended] });
  reports.take(link, { type: "session", session: { ...held("s4", { name: "changed" }), version: 2 } });
  expect([events, faults]).toEqual([["s1 adopted by p1"], [full]]);
  expect(["s1", "s2", "s3", "s4"].map((id) => remote.find(id)?.id)).toEqual([
    "s1",
    undefined,
    undefined,
    "s4",
  ]);
  await disksFreed();
  expect(rows.find("s2")).toMatchObject({ deleted_at: ended.at, end_reason: "crashed" });
  expect(rows.find("s3")?.end_reason).toBe("node_lost");
  expect(rows.find("s4")).toMatchObject({ deleted_at: null, name: "changed", node: "a" });
});

test("a node is lost while the disk is full; what it has when it returns before that is stored is ended there", async () => {
  const { link, sent, events, disk, rows, reports, remote, disksFreed } = setUp();
  reports.take(link, all(held("s1")));
  disk.isFull = true;
  reports.lose(link);
  expect([events, remote.get("s1")]).toEqual([["s1 node_lost", "ended"], undefined]);
  reports.take(link, all(held("s1")));
  expect([remote.get("s1"), sent]).toEqual([undefined, ['/node/sessions/s1/end {"reason":"node_lost"}']]);
  await disksFreed();
  expect(rows.find("s1")?.end_reason).toBe("node_lost");
});

test("a session that a node has made but that cannot be stored is not held, so that its creation fails", () => {
  const { link, disk, reports, remote } = setUp();
  disk.isFull = true;
  expect(() => reports.hold(link, held("s1"))).toThrow(full);
  expect(remote.get("s1")).toBeUndefined();
});

test("what cannot be stored is tried a last time at the close", async () => {
  const { link, disk, rows, reports } = setUp();
  reports.take(link, all(held("s1")));
  disk.isFull = true;
  reports.lose(link);
  disk.isFull = false;
  reports.close();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  expect(rows.find("s1")?.end_reason).toBe("node_lost");
});
