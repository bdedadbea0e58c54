import { expect, test } from "vitest";
import type { LogLine } from "../bff/live.ts";
import { everyLevel, levelBit } from "../format/log-level.ts";
import { chunkRows } from "./log-chunk.ts";
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
const textOf = (store: LogStore, number: number): string | undefined => {
  const row = store.row(number);
  return row?.kind === "line" ? row.text : undefined;
};

test("T47 stores lines in order and drops repeated ones", () => {
  const store = new LogStore();
  store.addLines("e", lines(2, 5));
  store.addLines("e", lines(2, 7));
  store.addLines("e", lines(1, 3));
  expect(ids(store)).toEqual([2, 3, 4, 5, 6, 7]);
});

test("T47 turns a jump in the ids into a gap of unknown size", () => {
  const store = new LogStore();
  store.addLines("e", lines(1, 2));
  store.addLines("e", lines(10, 10));
  expect(rows(store)[2]).toMatchObject({
    kind: "gap",
    gap: { id: 9, count: null, reason: "overflow", from: at },
  });
});

test("T47 a reported gap covers its ids and is stored once", () => {
  const store = new LogStore();
  const gap = { id: 9, reason: "overflow", count: 7, from: null, to: at } as const;
  store.addLines("e", lines(1, 2));
  store.addGap("e", gap);
  store.addGap("e", gap);
  store.addLines("e", lines(8, 11));
  expect(ids(store)).toEqual([1, 2, 9, 10, 11]);
});

test("T47 turns an unannounced change of epoch into a gap", () => {
  const store = new LogStore();
  store.addLines("e", lines(1, 2));
  store.addLines("f", lines(1, 1));
  expect(rows(store)[2]).toMatchObject({ kind: "gap", epoch: "f", gap: { reason: "expired", count: null } });
  expect(store.lineCount).toBe(3);
});

test("T47 a reported gap begins an epoch also where its ids are lower", () => {
  const store = new LogStore();
  store.addLines("e", lines(7, 8));
  store.addGap("f", { id: 4, reason: "expired", count: 3, from: null, to: at });
  store.addLines("f", lines(5, 5));
  expect(ids(store)).toEqual([7, 8, 4, 5]);
  expect(rows(store)[2]).toMatchObject({ kind: "gap", epoch: "f", gap: { count: 3 } });
});

test("finds how far the clock of what writes a log is ahead", () => {
  const store = new LogStore();
  const written = (id: number, time: string) => ({ id, at: time, received: at, text: "line" });
  store.addLines("e", [written(1, "2026-11-21T03:08:00.000Z"), { id: 2, at, text: "of receipt" }]);
  expect(store.aheadMs).toBe(0);
  store.addLines("e", [written(3, "2026-11-22T03:08:59.104Z"), written(4, "2026-11-21T04:08:59.104Z")]);
  expect(store.aheadMs).toBe(86_400_000);
});

test("preserves the text of times, also of invalid ones", () => {
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

test("evicts the oldest rows at its bounds, counts them, and preserves row numbers", () => {
  const store = new LogStore({ lines: 5000, bytes: 1e9 });
  store.addLines("e", lines(1, 20_000));
  expect(store.lineCount).toBeLessThanOrEqual(5000);
  expect(store.lineCount + store.evictedLineCount).toBe(20_000);
  expect(store.row(store.firstRow)).toMatchObject({ text: `line ${store.firstRow + 1}` });
  expect(store.row(store.firstRow - 1)).toBeUndefined();
  expect(store.row(19_999)).toMatchObject({ text: "line 20000" });
  expect(store.row(20_000)).toBeUndefined();
  const narrow = new LogStore({ lines: 1e6, bytes: 40_000 });
  narrow.addLines("e", lines(1, 20_000));
  expect(narrow.lineCount).toBeLessThan(7000);
  expect(narrow.bytes).toBeLessThanOrEqual(40_000);
});

test("counts the memory of its texts, also after eviction", () => {
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
  for (let row = store.firstRow; row < store.endRow; row += 1) held += textOf(store, row)?.length ?? 0;
  expect(store.bytes).toBe(held);
  store.clear();
  expect(store.bytes).toBe(0);
});

test("adds one end until lines follow; drops repetitions after clearing", () => {
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

test("searches text, patterns, case and the inverse, in slices and in later rows", () => {
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
  // A gap stays in the filtered view.
  expect([2, 3, 4].map((index) => found.shown(index))).toEqual([30, 31, undefined]);
});

const coloured = ["re\u001b[32md", "\u001b[1mRED\u001b[0m", "k \u001b[0m"];
const signed = ["r\u0000ed", "d\nre"];
test.each([
  { blocks: "plain lines", special: [], hasEnds: false },
  { blocks: "plain lines and ends", special: [], hasEnds: true },
  { blocks: "coloured lines", special: coloured, hasEnds: false },
  { blocks: "lines with signs", special: signed, hasEnds: false },
  { blocks: "all these", special: [...coloured, ...signed], hasEnds: true },
])("finds in full blocks of $blocks the lines that match each alone", ({ special, hasEnds }) => {
  const store = new LogStore();
  const words = ["red", "Red", "32m", "re", "d", "x00", "é", "wor", "1", ...special];
  const texts = Array.from({ length: 3 * chunkRows }, (_, index) => {
    const [one = "", other = ""] = [
      words[index % words.length],
      words[(index * 7 + (index >> 5)) % words.length],
    ];
    // The last block has a character that is stored in two bytes.
    return `${index % 3 === 0 ? "" : "worker "}${one}${other}${index === 2.5 * chunkRows ? "→" : ""}`;
  });
  const numbers: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (hasEnds && index % 100 === 50) store.addEnd(null);
    numbers.push(store.endRow);
    store.addLines("e", [{ id: index + 1, at, text }]);
  }
  const queries = ["red", "RED", "d", "dre", "32m", "x00", "[", "r 1", "é", "→", "d\nre", "nowhere"].flatMap(
    (text) => [true, false].map((matchCase) => ({ text, regex: false, matchCase, inverse: false })),
  );
  const others = [
    { text: "^re", regex: true, matchCase: false, inverse: false },
    { text: "red", regex: false, matchCase: false, inverse: true },
  ];
  for (const query of [...queries, ...others]) {
    const matcher = readQuery(query);
    if (matcher === undefined || matcher instanceof Error) throw new Error("this is a query");
    const search = new LogSearch(store, { matcher, levels: everyLevel });
    while (!search.step(700)) {}
    const found = Array.from({ length: search.matchCount }, (_, index) => search.match(index));
    const expected = numbers.filter((_, index) => matcher.matches(texts[index] ?? ""));
    expect({ query, found }).toEqual({ query, found: expected });
    expect(search.shownBefore(store.endRow) - found.length).toBe(store.endRow - store.lineCount);
  }
  expect(numbers.map((number) => textOf(store, number))).toEqual(texts);
});

test("finds lines in a block that is too long to be one string", () => {
  const store = new LogStore();
  const texts = Array.from({ length: 2 * chunkRows }, (_, index) => `${"-".repeat(1_000)} ${index}`);
  store.addLines(
    "e",
    texts.map((text, index) => ({ id: index + 1, at, text })),
  );
  const matcher = readQuery({ text: "- 3000", regex: false, matchCase: false, inverse: false });
  if (matcher === undefined || matcher instanceof Error) throw new Error("this is a query");
  const search = new LogSearch(store, { matcher, levels: everyLevel });
  while (!search.step(100)) {}
  expect([search.matchCount, search.match(0)]).toEqual([1, 3_000]);
  expect(textOf(store, 3_000)).toBe(texts[3_000]);
});

test("a search drops rows that the store has evicted", () => {
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  store.addLines("e", lines(1, 2500));
  const found = search(store, "line");
  store.addLines("e", lines(2501, 9000));
  while (!found.step(1000));
  expect(found.matchCount).toBe(store.lineCount);
  expect(found.match(0)).toBe(store.firstRow);
  expect(found.forgotten).toBeGreaterThan(0);
});

test("a search matches the visible text and returns its ranges", () => {
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

test("stores the level of each line and counts the lines per level", () => {
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
  expect([found.matchCount, found.shown(errors), found.shown(errors + 1)]).toEqual([errors, 9000, undefined]);
  store.clear();
  expect(store.levelCounts).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("finds the lines of a time, both ends included, and those without a valid time", () => {
  const store = new LogStore();
  const second = (number: number) => `2026-11-21T03:08:0${number}.000Z`;
  const times = [second(1), second(2), "yesterday", second(3), second(4)];
  store.addLines(
    "e",
    times.map((time, index) => ({ id: index + 1, at: time, text: `line ${index + 1}` })),
  );
  const during = { fromMs: Date.parse(second(2)), toMs: Date.parse(second(3)) };
  const found = new LogSearch(store, { levels: everyLevel, during });
  while (!found.step(2));
  const texts = [0, 1, 2].map((index) => {
    const row = store.row(found.match(index) ?? -1);
    return row?.kind === "line" ? row.text : undefined;
  });
  expect(texts).toEqual(["line 2", "line 3", "line 4"]);
});

test("finds the row at a time, also where times go back, are unknown or belong to gaps", () => {
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

test("adds one end per source, and one for all", () => {
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

test("is empty at first, with its default bounds, and empty again after clearing", () => {
  const figures = (store: LogStore) => [
    ...[store.endRow - store.firstRow, store.lineCount, store.evictedLineCount, store.bytes],
    ...[store.row(store.firstRow), textOf(store, store.firstRow), store.rowAtTime(Date.parse(at))],
  ];
  const nothing = [0, 0, 0, 0, undefined, undefined, undefined];
  const store = new LogStore();
  expect(store.bounds).toEqual({ lines: 1_000_000, bytes: 256_000_000 });
  expect([figures(store), store.addedLines]).toEqual([nothing, 0]);
  store.addLines("e", lines(1, 5000));
  store.clear();
  expect([figures(store), store.firstRow, store.addedLines]).toEqual([nothing, 5000, 5000]);
  const narrow = new LogStore({ lines: 10, bytes: 1e9 });
  narrow.addLines("e", lines(1, 5000));
  narrow.clear();
  expect(figures(narrow)).toEqual(nothing);
});

test("increases its version with every change and only then", () => {
  const store = new LogStore();
  const gap = { id: 3, reason: "slow", count: 1, from: null, to: at } as const;
  const changes = [
    () => store.addLines("e", lines(1, 2)),
    () => store.addGap("e", gap),
    () => store.addEnd(null),
    () => store.clear(),
  ];
  for (const change of changes) {
    const before = store.version;
    change();
    expect(store.version).toBeGreaterThan(before);
  }
  const { version } = store;
  store.addLines("e", lines(1, 2));
  store.addGap("e", gap);
  expect(store.version).toBe(version);
});

test("counts added, held and evicted lines, without gaps and repetitions", () => {
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  store.addLines("e", lines(1, 3000));
  expect([store.addedLines, store.lineCount, store.evictedLineCount]).toEqual([3000, 3000, 0]);
  store.addLines("e", lines(3000, 3000));
  store.addGap("e", { id: 3001, reason: "slow", count: 1, from: null, to: at });
  expect([store.addedLines, store.lineCount, store.endRow]).toEqual([3000, 3000, 3001]);
  store.addLines("e", lines(3002, 3002));
  // One line too many: the oldest 2,048 rows are evicted together.
  expect([store.addedLines, store.lineCount, store.evictedLineCount]).toEqual([3001, 953, 2048]);
  expect([store.firstRow, store.endRow]).toEqual([2048, 3002]);
});

test("holds the newest rows even if they alone exceed its bounds", () => {
  const store = new LogStore({ lines: 1e6, bytes: 10 });
  store.addLines("e", lines(1, 2));
  expect(ids(store)).toEqual([1, 2]);
  const exact = new LogStore({ lines: 1e6, bytes: 6 * 3000 });
  exact.addLines(
    "e",
    lines(1, 3000).map((line) => ({ ...line, text: "sixsix" })),
  );
  expect([exact.lineCount, exact.bytes]).toEqual([3000, 18_000]);
});

test("visits the rows of a range in order, across blocks and only those it holds", () => {
  const store = new LogStore({ lines: 5000, bytes: 1e9 });
  store.addLines("e", lines(1, 9000));
  store.addGap("e", { id: 9001, reason: "slow", count: 1, from: null, to: at });
  const visited = (from: number, to: number) => {
    const seen: (string | undefined)[] = [];
    let next: number | undefined;
    store.scan(from, to, (number, text) => {
      if (next !== undefined) expect(number).toBe(next);
      next = number + 1;
      expect(text).toBe(textOf(store, number));
      seen.push(text);
    });
    return seen;
  };
  const { firstRow } = store;
  expect(firstRow).toBe(4096);
  expect(visited(4100, 4103)).toEqual(["line 4101", "line 4102", "line 4103"]);
  expect(visited(6143, 6145)).toEqual(["line 6144", "line 6145"]);
  expect(visited(8999, 9001)).toEqual(["line 9000", undefined]);
  expect(visited(0, firstRow + 1)).toEqual([`line ${firstRow + 1}`]);
  expect(visited(0, 1e6)).toHaveLength(store.endRow - firstRow);
  for (const [from, to] of [
    [5000, 5000],
    [0, firstRow],
    [9001, 9999],
  ] as const)
    expect(visited(from, to)).toEqual([]);
});

test("has every row at its number, in any block", () => {
  const store = new LogStore({ lines: 1e6, bytes: 1e9 });
  store.addLines("e", lines(1, 7000));
  store.addLines("f", lines(1, 3));
  for (const number of [0, 1, 2047, 2048, 2049, 4095, 4096, 6143, 6144, 6999]) {
    expect(textOf(store, number)).toBe(`line ${number + 1}`);
    expect(store.row(number)).toMatchObject({ kind: "line", id: number + 1, epoch: "e" });
  }
  expect(store.row(7000)).toMatchObject({ kind: "gap", epoch: "f" });
  expect(store.row(7001)).toMatchObject({ kind: "line", id: 1, epoch: "f" });
  expect(textOf(store, 7000)).toBeUndefined();
  for (const number of [-1, 7004])
    expect([store.row(number), textOf(store, number)]).toEqual([undefined, undefined]);
});

test("finds the row at a time after eviction: none before the rows held", () => {
  const ms = (number: number) => Date.parse(at) + number;
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  store.addLines(
    "e",
    lines(1, 6000).map((line) => ({ ...line, at: new Date(ms(line.id)).toISOString() })),
  );
  const first = store.firstRow;
  expect(store.rowAtTime(ms(first))).toBeUndefined();
  expect(store.rowAtTime(ms(first + 1))).toBe(first);
  expect(store.rowAtTime(ms(4500))).toBe(4499);
  expect(store.rowAtTime(ms(9999))).toBe(5999);
});

test("a gap and an end belong to their source", () => {
  const store = new LogStore();
  const [line] = lines(1, 1);
  if (line === undefined) throw new Error("no line");
  store.addLines("e", [
    { ...line, source: 2 },
    { ...line, id: 5, source: 3 },
  ]);
  store.addGap("e", { id: 6, reason: "slow", count: 1, from: null, to: at }, 4);
  store.addEnd("deleted", 5);
  expect(rows(store).map((row) => [row?.kind, row?.source])).toEqual([
    ["line", 2],
    ["gap", 3],
    ["line", 3],
    ["gap", 4],
    ["ended", 5],
  ]);
  expect(rows(store)[4]).toMatchObject({ reason: "deleted" });
});
