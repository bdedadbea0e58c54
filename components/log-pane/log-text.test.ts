import { expect, it } from "vitest";
import { levelBit } from "@/lib/format/log-level";
import { LogSearch } from "@/lib/live/log-search";
import { LogStore } from "@/lib/live/log-store";
import { logFileName, logText, rowText } from "./log-text.ts";
import { viewRows } from "./row-view.ts";

const formatTime = (atMs: number) => new Date(atMs).toISOString().slice(11, 19);
const at = "2026-11-21T03:08:59.000Z";
const gap = { id: 3, reason: "slow", count: 4, from: null, to: at } as const;

async function textOf(store: LogStore, view = viewRows(store, undefined, Number.POSITIVE_INFINITY)) {
  let text = "";
  for await (const piece of logText(store, view, { sources: ["agent", "chromium"], formatTime }))
    text += piece;
  return text.trimEnd().split("\n");
}

it("writes every line in full with time and source, including gaps and ends", async () => {
  const store = new LogStore();
  store.addLines("e", [
    { id: 1, at, text: "\u001b[31mred\u001b[0m", source: 0 },
    { id: 2, at: "yesterday", text: "cut", cut: true, source: 1 },
  ]);
  store.addGap("e", gap, 1);
  store.addEnd("deleted");
  expect(await textOf(store)).toEqual([
    "03:08:59  agent  red",
    "yesterday  chromium  cut [cut]",
    "--- chromium · Lines arrived too fast to show · 4 lines are missing · 03:08:59",
    "--- Log ended · deleted",
  ]);
});

it("writes the filtered lines, and reports lines evicted while writing", async () => {
  const store = new LogStore({ lines: 3000, bytes: 1e9 });
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      id: from + index,
      at,
      text: (from + index) % 2 === 0 ? `ERROR ${from + index}` : `step ${from + index}`,
    }));
  store.addLines("e", lines(1, 3000));
  const search = new LogSearch(store, { levels: levelBit("error") });
  while (!search.step(500));
  const view = viewRows(store, search, Number.POSITIVE_INFINITY);
  expect((await textOf(store, view)).filter((line) => !line.includes("ERROR"))).toEqual([]);
  expect(await textOf(store, view)).toHaveLength(1500);
  store.addLines("e", lines(3001, 4000));
  search.step(1);
  const gone = view.count - 1 - search.shownBefore(3000);
  expect(gone).toBeGreaterThan(0);
  const written = await textOf(store, view);
  expect(written.at(-1)).toBe(
    `--- ${gone.toLocaleString("en-US")} rows were dropped while this file was written`,
  );
  expect(written).toHaveLength(1500 - gone + 1);
  expect(written[0]).toMatch(/ERROR/);
});

it("writes one row as it appears in the full text", () => {
  const row = { kind: "gap", id: 3, epoch: "e", gap, source: undefined } as const;
  expect(rowText(row, undefined, formatTime)).toMatch(/^--- Lines arrived too fast/);
});

it("names a file after what the log is of, the log and the time, so that two can be told apart", () => {
  const atMs = Date.parse("2026-11-21T03:08:59.120Z");
  expect(logFileName("inv-1", "Log", atMs)).toBe("inv-1-Log-20261121T030859Z.txt");
  expect(logFileName("b1", "/tmp/grow.log", atMs)).toBe("b1-tmp-grow.log-20261121T030859Z.txt");
  expect(logFileName("b1", "…", atMs)).toBe("b1-log-20261121T030859Z.txt");
  expect(logFileName("b1", "a".repeat(200), atMs)).toBe(`b1-${"a".repeat(80)}-20261121T030859Z.txt`);
});
