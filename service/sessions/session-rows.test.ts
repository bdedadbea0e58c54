import { expect, test } from "vitest";
import { queryPlan } from "../../tests/support/service/query-plan.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import { noLabels, type SessionRecord, SessionRows } from "./session-rows.ts";

const record = (id: string, more: Partial<SessionRecord> = {}): SessionRecord =>
  sessionRecord(id, { created_at: `2026-01-01T00:00:0${id.length}Z`, ...more });

function rowsOf(...records: readonly SessionRecord[]): SessionRows {
  const rows = new SessionRows(openDatabase(":memory:"));
  for (const each of records) rows.insert(each);
  return rows;
}
const idsOf = (rows: SessionRows, filter: Partial<Parameters<SessionRows["list"]>[0]>) =>
  rows.list({ status: "all", limit: 10, offset: 0, ...filter }).map(({ id }) => id);

test("a list by tags has the sessions with all of the pairs", () => {
  const rows = rowsOf(
    record("a", { tags: { team: "web", env: "1" } }),
    record("bb", { tags: { team: "web", env: "2", 'a."b': "x" } }),
    record("ccc"),
  );
  expect(idsOf(rows, { tags: { team: "web" } })).toEqual(["bb", "a"]);
  expect(idsOf(rows, { tags: { team: "web", env: "1" } })).toEqual(["a"]);
  expect(idsOf(rows, { tags: { 'a."b': "x" } })).toEqual(["bb"]);
  expect(idsOf(rows, { tags: { team: "WEB" } })).toEqual([]);
  expect(idsOf(rows, { tags: {} })).toEqual(["ccc", "bb", "a"]);
});

test("labels are stored, changed and found; a query matches the name", () => {
  const rows = rowsOf(record("a", { name: "Checkout", start_url: "https://a.test/" }), record("bb"));
  expect(rows.find("a")).toMatchObject({ name: "Checkout", tags: null, start_url: "https://a.test/" });
  expect(idsOf(rows, { query: "check" })).toEqual(["a"]);
  rows.label("bb", { name: "Checkout", tags: { a: "1" }, start_url: null });
  // The newest of them.
  expect(rows.findNamed("Checkout")).toMatchObject({ id: "bb", tags: { a: "1" } });
  rows.label("bb", noLabels);
  expect(rows.findNamed("Checkout")).toMatchObject({ id: "a" });
  expect(rows.findNamed("checkout")).toBeUndefined();
});

test("at a start, what lives on record ends, that of nodes only where there are none", () => {
  const rows = rowsOf(
    ...[record("own"), record("on-node", { node: "n1" })],
    ...[record("idle", { idle: true }), record("idle-on-node", { idle: true, node: "n1" })],
  );
  rows.endAll("2026-01-02T00:00:00Z", "shutdown", { onNodes: false });
  expect([idsOf(rows, { status: "active" }), rows.livingOn("n1").toSorted()]).toEqual([
    ["on-node"],
    ["idle-on-node", "on-node"],
  ]);
  expect(rows.find("idle")).toBeUndefined();
  rows.endAll("2026-01-02T00:00:00Z", "shutdown", { onNodes: true });
  expect(idsOf(rows, { status: "deleted" }).toSorted()).toEqual(["on-node", "own"]);
  expect(rows.find("idle-on-node")).toMatchObject({ end_reason: "shutdown" });
});

test("those that ended before a time are deleted, up to a number, and no others", () => {
  const ended = (day: number) => ({ deleted_at: new Date(Date.UTC(2026, 0, day)).toISOString() });
  const rows = rowsOf(record("a", ended(1)), record("bb", ended(2)), record("ccc", ended(3)), record("dddd"));
  expect(rows.deleteEndedBefore("2026-01-02T12:00:00.000Z", 5, ["bb", "a"])).toBe(0);
  expect(rows.deleteEndedBefore("2026-01-02T12:00:00.000Z", 1)).toBe(1);
  expect(rows.deleteEndedBefore("2026-01-02T12:00:00.000Z", 5)).toBe(1);
  expect(idsOf(rows, {})).toEqual(["dddd", "ccc"]);
});

test("a deletion of old ones reads none that began later", () => {
  const store = openDatabase(":memory:");
  const rows = new SessionRows(store);
  const at = "2026-01-02T12:00:00.000Z";
  const plan = queryPlan(store, () => rows.deleteEndedBefore(at, 5), { at, limit: 5, kept: "[]" });
  expect(plan).toContain("SEARCH sessions USING INDEX sessions_by_time (created_at<?)");
  expect(plan.join()).not.toContain("SCAN sessions");
});

test("an idle session that ends is on record only where a node has its recordings, and in no list", () => {
  const rows = rowsOf(
    record("idle", { idle: true, name: "one" }),
    record("idle-on-node", { idle: true, node: "n1", name: "one" }),
  );
  for (const id of ["idle", "idle-on-node"]) rows.end(id, "2026-01-02T00:00:00Z", "pool_discarded");
  expect(rows.find("idle")).toBeUndefined();
  expect(rows.find("idle-on-node")).toMatchObject({ node: "n1", end_reason: "pool_discarded" });
  expect([idsOf(rows, {}), rows.livingOn("n1"), rows.findNamed("one")]).toEqual([[], [], undefined]);
});

test("a list of active sessions reads none that have ended", () => {
  const store = openDatabase(":memory:");
  const rows = new SessionRows(store);
  const list = () => rows.list({ status: "active", limit: 10, offset: 0 });
  const plan = queryPlan(store, list, { query: "", tags: "{}", limit: 10, offset: 0 });
  expect(plan).toContain("SCAN sessions USING INDEX sessions_living");
  expect(plan.join()).not.toContain("TEMP B-TREE");
});
