import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TelemetryEventsQuery } from "../../lib/contract/telemetry.ts";
import { TelemetryArchive } from "./telemetry-archive.ts";
import { readTelemetryPage, windowOf } from "./telemetry-page.ts";

const nowMs = Date.UTC(2026, 4, 10, 12);
const second = 1_000_000;
/** Event n happened n seconds after this; event 100 a minute before now. */
const startTs = (nowMs - 160_000) * 1000;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fd-telemetry-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const line = (seq: number, category = seq % 3 === 0 ? "network" : "page") => {
  const ts = startTs + seq * second;
  const event = { category, type: "some_type", ts, source: { kind: "cdp" }, data: { text: "x".repeat(40) } };
  return { seq, ts, json: JSON.stringify({ seq, event }) };
};

const report = (error: unknown) => {
  throw error;
};

async function archiveOf(
  seqs: readonly number[],
  limits = { segmentBytes: 1_000, segments: 100 },
): Promise<string> {
  const folder = join(dir, "session");
  const archive = new TelemetryArchive(folder, { report, limits });
  for (const seq of seqs) archive.append(line(seq));
  await archive.close();
  return folder;
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const read = (
  folder: string,
  query: TelemetryEventsQuery,
  limits?: { scannedBytes: number; returnedBytes: number },
) => readTelemetryPage(folder, windowOf(query, nowMs), limits);

/** Follows the pages as the published client does. */
async function readAll(folder: string, query: TelemetryEventsQuery): Promise<number[]> {
  const seqs: number[] = [];
  let offset: number | undefined;
  for (;;) {
    const page = await read(folder, { ...query, ...(offset === undefined ? {} : { offset }) });
    seqs.push(...page.records.map(({ seq }) => seq));
    if (!page.hasMore) return seqs;
    offset = page.nextOffset;
  }
}

it("pages both ways have every event of the window once, in order, whatever their size and category", async () => {
  const folder = await archiveOf(upTo(100));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      fc.constantFrom("network", "page", "console", undefined),
      fc.integer({ min: 1, max: 160 }),
      async (limit, descending, category, untilSeconds) => {
        const until = `${untilSeconds}s`;
        const query = { limit, until, ...(category ? { category: [category] } : {}) };
        const expected = upTo(100)
          .filter((seq) => seq < 160 - untilSeconds)
          .filter((seq) => category === undefined || category === (seq % 3 === 0 ? "network" : "page"));
        if (descending) {
          expect(await readAll(folder, { ...query, order: "desc" })).toEqual(expected.toReversed());
        } else expect(await readAll(folder, { ...query, since: "1h" })).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

it("begins five minutes ago unless it is told, and ignores since where an offset continues", async () => {
  const folder = await archiveOf(upTo(100));
  const seqs = async (query: TelemetryEventsQuery) =>
    (await read(folder, { limit: 3, ...query })).records.map(({ seq }) => seq);
  expect(await seqs({})).toEqual([1, 2, 3]);
  expect(await seqs({ since: "70s" })).toEqual([90, 91, 92]);
  expect(await seqs({ since: new Date(startTs / 1000 + 50_000).toISOString() })).toEqual([50, 51, 52]);
  expect(await seqs({ since: "70s", offset: 10 })).toEqual([11, 12, 13]);
  const old = await readTelemetryPage(folder, windowOf({}, nowMs + 300_000));
  expect(old.records).toEqual([]);
  expect((await readTelemetryPage(folder, windowOf({ since: "2h" }, nowMs + 300_000))).records).toHaveLength(
    20,
  );
});

it("until is exclusive, to the microsecond", async () => {
  const folder = await archiveOf(upTo(10));
  const until = (micros: number) =>
    `${new Date(startTs / 1000 + 5_000).toISOString().slice(0, -1)}${micros}Z`;
  const count = async (text: string) => (await read(folder, { until: text })).records.length;
  expect(await count(until(0))).toBe(4);
  expect(await count(until(1))).toBe(5);
});

it("a page that may not read or return more ends early and says that more follow", async () => {
  const folder = await archiveOf(upTo(100));
  const scanned = await read(folder, { category: ["console"] }, { scannedBytes: 2_000, returnedBytes: 1e6 });
  expect(scanned).toMatchObject({ records: [], hasMore: true });
  expect(scanned.nextOffset).toBeGreaterThan(5);
  const returned = await read(folder, { limit: 100 }, { scannedBytes: 1e6, returnedBytes: 500 });
  expect(returned.records.length).toBeLessThan(6);
  expect(returned).toMatchObject({ hasMore: true, nextOffset: returned.records.at(-1)?.seq });
});

it("refuses since with the newest first", () => {
  expect(() => windowOf({ order: "desc", since: "5m" }, nowMs)).toThrow("query.since");
});

it("deletes the oldest segment beyond the limit, and reads what is left", async () => {
  const folder = await archiveOf(upTo(100), { segmentBytes: 1_000, segments: 3 });
  expect(readdirSync(folder)).toHaveLength(3);
  const left = await readAll(folder, { since: "1h" });
  expect(left.at(-1)).toBe(100);
  expect(left.at(0)).toBeGreaterThan(70);
});

it("passes over numbers that are missing and a last line that was cut", async () => {
  const folder = await archiveOf([1, 2, 5, 9]);
  const [name = ""] = readdirSync(folder);
  writeFileSync(join(folder, name), `${line(10).json}\n${line(11).json.slice(0, 50)}`, { flag: "a" });
  expect(await readAll(folder, { limit: 2, since: "1h" })).toEqual([1, 2, 5, 9, 10]);
  expect(await readAll(folder, { limit: 2, order: "desc" })).toEqual([10, 9, 5, 2, 1]);
});

it("is empty where nothing is stored", async () => {
  expect(await read(join(dir, "nobody"), {})).toEqual({ records: [], hasMore: false, nextOffset: 0 });
});
