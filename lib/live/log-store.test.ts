import { expect, test } from "vitest";
import type { LogLine } from "../bff/live.ts";
import { everyLevel, levelBit } from "./log-level.ts";
import { readQuery } from "./log-query.ts";
import { LogSearch } from "./log-search.ts";
import { LogStore } from "./log-store.ts";

const at = "2026-11-21T03:08:59.104Z";
const lines = (from: number, to: number): LogLine[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: from + index,
    at,
    text: `line ${from + index}`,
  }));
const rows = (store: LogStore) =>
  Array.from({ length: store.endRow - store.firstRow }, (_, index) => store.row(store.firstRow + index));
const ids = (store: LogStore) => rows(store).map((row) => (row && "id" in row ? row.id : row?.kind));

test("T47 keeps lines in order and drops those it has", () => {
  const store = new LogStore();
  store.addLines("e", lines(2, 5));
  store.addLines("e", lines(2, 7));
  store.addLines("e", lines(1, 3));
  expect(ids(store)).toEqual([2, 3, 4, 5, 6, 7]);
});

test("T47 a jump in the ids becomes a break of unknown size", () => {
  const store = new LogStore();
  store.addLines("e", lines(1, 2));
  store.addLines("e", lines(10, 10));
  expect(rows(store)[2]).toMatchObject({
    kind: "gap",
    gap: { id: 9, count: null, reason: "overflow", from: at },
  });
});

test("T47 a break the server tells of covers its ids, once", () => {
  const store = new LogStore();
  const gap = { id: 9, reason: "overflow", count: 7, from: null, to: at } as const;
  store.addLines("e", lines(1, 2));
  store.addGap("e", gap);
  store.addGap("e", gap);
  store.addLines("e", lines(8, 11));
  expect(ids(store)).toEqual([1, 2, 9, 10, 11]);
});

test("T47 another epoch without a word about it is a break", () => {
  const store = new LogStore();
  store.addLines("e", lines(1, 2));
  store.addLines("f", lines(1, 1));
  expect(rows(store)[2]).toMatchObject({ kind: "gap", epoch: "f", gap: { reason: "expired", count: null } });
  expect(store.lineCount).toBe(3);
  const told = new LogStore();
  told.addLines("e", lines(1, 2));
  told.addGap("f", { id: 4, reason: "expired", count: null, from: null, to: at });
  told.addLines("f", lines(5, 5));
  expect(ids(told)).toEqual([1, 2, 4, 5]);
});

test("keeps times to the letter, also those that are none", () => {
  const store = new LogStore();
  store.addLines("e", [
    { id: 1, at, text: "" },
    { id: 2, at: "2026-11-21T03:08:59.104123456Z", text: "", cut: true },
    { id: 3, at: "yesterday", text: "" },
  ]);
  expect(rows(store)).toMatchObject([
    { at, cut: false },
    { at: "2026-11-21T03:08:59.104123456Z", atMs: Date.parse(at), cut: true },
    { at: "yesterday", atMs: Number.NaN },
  ]);
});

test("lets the oldest go at its bounds, counts them, and keeps row numbers", () => {
  const store = new LogStore({ lines: 5000, bytes: 1e9 });
  store.addLines("e", lines(1, 20_000));
  expect(store.lineCount).toBeLessThanOrEqual(5000);
  expect(store.lineCount + store.goneLines).toBe(20_000);
  expect(store.row(store.firstRow)).toMatchObject({ text: `line ${store.firstRow + 1}` });
  expect(store.row(store.firstRow - 1)).toBeUndefined();
  expect(store.row(19_999)).toMatchObject({ text: "line 20000" });
  expect(store.row(20_000)).toBeUndefined();
  const narrow = new LogStore({ lines: 1e6, bytes: 40_000 });
  narrow.addLines("e", lines(1, 20_000));
  expect(narrow.lineCount).toBeLessThan(7000);
  expect(narrow.bytes).toBeLessThanOrEqual(40_000);
});

test("counts the bytes of its texts as they lie in memory, also when the oldest go", () => {
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  const at = "2026-11-21T03:08:59.120Z";
  store.addLines("e", [
    { id: 1, at, text: "plain" },
    { id: 2, at, text: "caf\u00e9" },
    { id: 3, at, text: "\u4e2d\u6587" },
  ]);
  expect(store.bytes).toBe(5 + 4 + 4);
  store.addLines("e", lines(4, 20_000));
  let held = 0;
  for (let row = store.firstRow; row < store.endRow; row += 1) held += store.textOf(row)?.length ?? 0;
  expect(store.bytes).toBe(held);
  store.clear();
  expect(store.bytes).toBe(0);
});

test("an end is said once until lines follow; a cleared store takes nothing a second time", () => {
  const store = new LogStore();
  store.addLines("e", lines(1, 3));
  store.addEnd("deleted");
  store.addEnd("deleted");
  expect(ids(store)).toEqual([1, 2, 3, "ended"]);
  store.clear();
  expect(store.endRow - store.firstRow).toBe(0);
  store.addLines("e", lines(1, 4));
  expect(ids(store)).toEqual([4]);
});

function search(
  store: LogStore,
  text: string,
  more: { regex?: boolean; matchCase?: boolean; inverse?: boolean } = {},
) {
  const matcher = readQuery({ text, regex: false, matchCase: false, inverse: false, ...more });
  if (matcher === undefined || matcher instanceof Error) throw new Error("unreadable");
  const found = new LogSearch(store, { matcher, levels: everyLevel });
  while (!found.step(7));
  return found;
}

test("searches text, patterns, case and the inverse, slice by slice, and what comes later", () => {
  const store = new LogStore();
  store.addLines("e", lines(1, 30));
  expect(search(store, "LINE 1").matchCount).toBe(11);
  expect(search(store, "LINE 1", { matchCase: true }).matchCount).toBe(0);
  expect(search(store, "1$", { regex: true }).matchCount).toBe(3);
  expect(search(store, "1.", { inverse: true }).matchCount).toBe(30);
  const found = search(store, "line 3", { regex: true });
  expect([found.matchCount, found.match(0), found.match(1), found.match(-1)]).toEqual([2, 2, 29, undefined]);
  store.addGap("e", { id: 31, reason: "slow", count: 1, from: null, to: at });
  store.addLines("e", lines(32, 32));
  expect(found.done).toBe(false);
  found.step(100);
  expect([found.matchCount, found.matchesBefore(29)]).toEqual([3, 1]);
  // A break stays in the filtered view.
  expect([found.shownCount, found.shown(2), found.shown(3)]).toEqual([4, 30, 31]);
});

test("a search forgets rows the store has let go", () => {
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  store.addLines("e", lines(1, 2500));
  const found = search(store, "line");
  store.addLines("e", lines(2501, 9000));
  while (!found.step(1000));
  expect(found.matchCount).toBe(store.lineCount);
  expect(found.match(0)).toBe(store.firstRow);
  expect(found.forgotten).toBeGreaterThan(0);
});

test("a search sees the visible text and says where it is", () => {
  const store = new LogStore();
  store.addLines("e", [{ id: 1, at, text: "a \u001b[31mpa\u001b[0my" }]);
  expect(search(store, "pay").matchCount).toBe(1);
  const matcher = readQuery({ text: "a", regex: false, matchCase: false, inverse: false });
  if (matcher === undefined || matcher instanceof Error) throw new Error("unreadable");
  expect(matcher.matches("a pay")).toBe(true);
  expect(matcher.ranges("a pay")).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect(readQuery({ text: "(", regex: true, matchCase: false, inverse: false })).toBeInstanceOf(Error);
});

test("knows the level of each line held, and how many there are of each", () => {
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  store.addLines(
    "e",
    lines(1, 9000).map((line) => ({ ...line, text: line.id % 3 === 0 ? "ERROR no" : line.text })),
  );
  store.addGap("e", { id: 9001, reason: "slow", count: 1, from: null, to: at });
  const errors = rows(store).filter((row) => row?.kind === "line" && row.level === "error").length;
  expect(errors).toBeGreaterThan(0);
  expect(store.levelCounts).toEqual([0, errors, 0, 0, 0, 0, store.lineCount - errors]);
  const found = new LogSearch(store, { levels: levelBit("error") });
  while (!found.step(100));
  expect([found.matchCount, found.shownCount]).toEqual([errors, errors + 1]);
  store.clear();
  expect(store.levelCounts).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("finds the row at a moment, also where times go back, are unknown or belong to breaks", () => {
  const second = (number: number) => `2026-11-21T03:08:${String(number).padStart(2, "0")}.000Z`;
  const store = new LogStore();
  expect(store.rowAtTime(Date.parse(second(1)))).toBeUndefined();
  const times = [second(2), second(4), second(3), "yesterday", second(6)];
  store.addLines(
    "e",
    times.map((time, index) => ({ id: index + 1, at: time, text: "" })),
  );
  store.addGap("e", { id: 6, reason: "slow", count: 1, from: null, to: at });
  const rowAt = (number: number) => store.rowAtTime(Date.parse(second(number)));
  expect([1, 2, 3, 4, 5, 6, 59].map(rowAt)).toEqual([undefined, 0, 0, 3, 3, 5, 5]);
});

test("an end of each source is said once, and one of all", () => {
  const store = new LogStore();
  store.addLines("e", [{ ...(lines(1, 1)[0] ?? { id: 1, at, text: "" }), source: 1 }]);
  store.addEnd("deleted", 0);
  store.addEnd("deleted", 1);
  store.addEnd("deleted", 1);
  store.addEnd("deleted");
  expect(rows(store).map((row) => [row?.kind, row?.source])).toEqual([
    ["line", 1],
    ["ended", 0],
    ["ended", 1],
  ]);
});
