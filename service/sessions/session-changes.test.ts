import { expect, test } from "vitest";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import type { LiveSessions } from "./live-sessions.ts";
import { assignSession } from "./session-changes.ts";
import { type SessionRecord, SessionRows } from "./session-rows.ts";

test("a session is given to its next holder as a whole, or not at all as when the disk fills", () => {
  const store = openDatabase(":memory:");
  const rows = new SessionRows(store);
  const idle = sessionRecord("s1", { idle: true, pool_id: "p1", name: "earlier", tags: { a: "1" } });
  rows.insert(idle);
  const given: SessionRecord[] = [];
  const session = { record: idle, reassign: (record: SessionRecord) => void given.push(record) };
  // Only these are used.
  const live = { get: () => ({ session }) } as unknown as LiveSessions;
  const assign = () => assignSession({ live, rows }, "s1", { idle: false, poolId: "p1" });
  store.exec("CREATE TRIGGER full BEFORE UPDATE OF name ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect(assign).toThrow("full");
  expect([rows.find("s1"), given]).toEqual([idle, []]);
  store.exec("DROP TRIGGER full");
  assign();
  const held = { ...idle, idle: false, name: null, tags: null };
  expect([rows.find("s1"), given]).toEqual([held, [held]]);
});
