import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogRing } from "./ring.ts";

const at = "2026-01-01T00:00:00Z";
const line = (text: string) => ({ at, text, cut: false });
const gap = (count: number | null) => ({ reason: "disconnected" as const, count, from: null, to: at });

test("T44 received lines plus lines counted as lost equal the lines written, for any reading pattern", () => {
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("line" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("gap" as const), count: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), bytes: fc.nat(400) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const ring = new LogRing("e", { lines: 10, bytes: 600 });
      let position = ring.firstId - 1;
      let written = 0;
      let received = 0;
      const ids: number[] = [];
      const read = (bytes: number) => {
        const lost = ring.lostAfter(position);
        if (lost !== undefined) {
          received += lost.count ?? Number.NaN;
          position = lost.throughId;
        }
        for (const entry of ring.after(position, bytes)) {
          ids.push(entry.id);
          received += entry.kind === "line" ? 1 : JSON.parse(entry.json).count;
          position = entry.id;
        }
      };
      for (const one of steps) {
        if (one.kind === "line") {
          ring.addLine(line(`n ${written}`));
          written += 1;
        } else if (one.kind === "gap") {
          ring.addGap(gap(one.count));
          written += one.count;
        } else read(one.bytes);
      }
      // Each reading advances, if only by one entry.
      for (let reading = 0; reading < steps.length && position < ring.lastId; reading += 1) read(100);
      expect(received).toBe(written);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    }),
    { numRuns: 1000 },
  );
});

test("an evicted gap of unknown size makes the number of lost lines unknown", () => {
  const ring = new LogRing("e", { lines: 2, bytes: 10_000 });
  ring.addLine(line("a"));
  ring.addGap(gap(null));
  for (const text of ["b", "c", "d"]) ring.addLine(line(text));
  expect(ring.lostAfter(1)).toEqual({ throughId: 4, count: null });
  expect(ring.lostAfter(3)).toEqual({ throughId: 4, count: 1 });
  expect(ring.lostAfter(4)).toBeUndefined();
});

test("T44 stays within its limits, and always has the newest line", () => {
  const ring = new LogRing("e", { lines: 1000, bytes: 1000 });
  for (let index = 0; index < 50; index += 1) ring.addLine(line("x".repeat(100)));
  expect(ring.after(0, 1e9).length).toBeLessThan(10);
  ring.addLine(line("y".repeat(5000)));
  expect(ring.after(0, 1e9)).toHaveLength(1);
});

const texts = (ring: LogRing, id = 0) =>
  ring.after(id, 1e9).map(({ kind, json }) => (kind === "line" ? JSON.parse(json).text : kind));
const ringOf = (lines: number, ...added: readonly (string | ReturnType<typeof gap>)[]) => {
  const ring = new LogRing("e", { lines, bytes: 1e9 });
  for (const each of added) {
    if (typeof each === "string") ring.addLine(line(each));
    else ring.addGap(each);
  }
  return ring;
};

test("an empty ring has no entries and no beginning, and its first id lies above the last", () => {
  const ring = ringOf(10);
  expect([ring.epoch, ring.firstId - ring.lastId, ring.addedBytes, ring.beginsAt]).toEqual(["e", 1, 0, null]);
  expect([texts(ring), ring.lostAfter(ring.lastId), ring.shown()]).toEqual([
    [],
    undefined,
    { texts: [], unbroken: 0 },
  ]);
  // A viewer without a position has one before the first entry, so that a gap fits in between.
  expect(ring.firstId).toBeGreaterThan(1);
});

test("entries have consecutive ids and are encoded with them", () => {
  const ring = new LogRing("e", { lines: 10, bytes: 1e9 });
  ring.addLine(line("a"));
  ring.addLine({ at: "2026-01-02T00:00:00Z", text: "b", cut: true });
  ring.addGap({ reason: "disconnected", count: 3, from: at, to: "2026-01-03T00:00:00Z" });
  const entries = ring.after(0, 1e9);
  expect(entries.map(({ id, kind, at: time }) => [id - ring.firstId, kind, time])).toEqual([
    [0, "line", at],
    [1, "line", "2026-01-02T00:00:00Z"],
    [2, "gap", "2026-01-03T00:00:00Z"],
  ]);
  const [first, cut, missing] = entries.map(({ json }) => JSON.parse(json));
  expect(first).toEqual({ id: ring.firstId, at, text: "a" });
  expect(cut).toEqual({ id: ring.firstId + 1, at: "2026-01-02T00:00:00Z", text: "b", cut: true });
  expect(missing).toEqual({
    id: ring.lastId,
    reason: "disconnected",
    count: 3,
    from: at,
    to: "2026-01-03T00:00:00Z",
  });
  expect(ring.addedBytes).toBe(entries.reduce((sum, { json }) => sum + json.length, 0));
});

test("holds the newest lines up to its limit, however many were added", () => {
  const ring = ringOf(3);
  for (let number = 1; number <= 20; number += 1) {
    ring.addLine(line(`n${number}`));
    const held = Array.from(
      { length: Math.min(3, number) },
      (_, at) => `n${number - Math.min(3, number) + at + 1}`,
    );
    expect(texts(ring)).toEqual(held);
    expect(ring.shown().texts).toEqual(held);
    expect(ring.lastId - ring.firstId + 1).toBe(held.length);
  }
});

test("holds entries up to its limit of bytes, counted again for each eviction", () => {
  const size = JSON.stringify({ id: 2, at, text: "x" }).length;
  const ring = new LogRing("e", { lines: 100, bytes: size * 3 });
  for (const text of ["a", "b", "c", "d", "e"]) ring.addLine(line(text));
  expect(texts(ring)).toEqual(["c", "d", "e"]);
  expect(ring.addedBytes).toBe(size * 5);
});

test("reads after an id, about as many bytes as requested and at least one entry", () => {
  const ring = ringOf(10, "a", "b", "c");
  const { firstId } = ring;
  const size = ring.after(0, 1e9)[0]?.json.length ?? 0;
  const read = (id: number, bytes: number) => ring.after(id, bytes).map(({ id: each }) => each - firstId);
  expect(read(firstId, 1e9)).toEqual([1, 2]);
  expect(read(firstId - 1, 0)).toEqual([0]);
  expect(read(firstId - 1, size)).toEqual([0]);
  expect(read(firstId - 1, size + 1)).toEqual([0, 1]);
  expect(read(ring.lastId, 1e9)).toEqual([]);
  expect(read(-5, 1e9)).toEqual([0, 1, 2]);
});

test("begins at its oldest line, not at a gap or an evicted line", () => {
  const later = (second: number) => `2026-01-01T00:00:0${second}Z`;
  const ring = new LogRing("e", { lines: 2, bytes: 1e9 });
  ring.addGap(gap(1));
  expect(ring.beginsAt).toBeNull();
  ring.addLine({ at: later(1), text: "a", cut: false });
  expect(ring.beginsAt).toBe(later(1));
  ring.addLine({ at: later(2), text: "b", cut: false });
  ring.addLine({ at: later(3), text: "c", cut: false });
  expect(ring.beginsAt).toBe(later(2));
});

test("shows its lines and how many follow the last gap of unknown size", () => {
  expect(ringOf(10, "a", "b").shown()).toEqual({ texts: ["a", "b"], unbroken: 2 });
  expect(ringOf(10, "a", gap(2), "b").shown()).toEqual({ texts: ["a", "b"], unbroken: 2 });
  expect(ringOf(10, "a", gap(null), "b", "c").shown()).toEqual({ texts: ["a", "b", "c"], unbroken: 2 });
  expect(ringOf(10, "a", gap(null)).shown()).toEqual({ texts: ["a"], unbroken: 0 });
});

test("counts what a reader lost: evicted lines, and the lines of evicted gaps it had not read", () => {
  const ring = ringOf(2, "a", gap(5), "b", gap(0), "c", "d");
  const first = ring.lastId - 5;
  const lost = (id: number) => ring.lostAfter(id)?.count;
  expect(lost(first - 1)).toBe(1 + 5 + 1);
  expect(lost(first)).toBe(5 + 1);
  expect(lost(first + 1)).toBe(1);
  expect(lost(first + 2)).toBe(0);
  expect(lost(first + 3)).toBeUndefined();
  expect(ring.lostAfter(first)?.throughId).toBe(ring.firstId - 1);
});

test("forgets the sizes of gaps beyond a thousand: what was lost before is unknown", () => {
  const ring = ringOf(1, ...Array.from({ length: 1001 }, () => gap(1)), "a");
  const firstGapId = ring.firstId - 1001;
  expect(ring.lostAfter(firstGapId - 1)).toEqual({ throughId: ring.firstId - 1, count: null });
  expect(ring.lostAfter(firstGapId)).toEqual({ throughId: ring.firstId - 1, count: 1000 });
});

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

function heapBytes(): number {
  collect();
  return getHeapStatistics().used_heap_size;
}

test("T44 holds no memory of evicted lines, however long each is", () => {
  const ring = new LogRing("a", { lines: 2_000, bytes: 1_048_576 });
  const before = heapBytes();
  // Fewer than the ring may have, so that only their size evicts them.
  for (let at = 0; at < 1_500; at += 1) {
    ring.addLine({ at: "2026-02-03T04:05:06Z", text: `${at}`.padEnd(40_000, "x"), cut: false });
  }
  const heldMb = (heapBytes() - before) / 1_048_576;
  expect(ring.lines().length).toBeLessThan(30);
  expect(heldMb).toBeLessThan(5);
});

test("T44 takes no more memory once it is full, however many lines follow", () => {
  const lines = 100_000;
  const ring = new LogRing("a", { lines, bytes: 1e9 });
  const add = (count: number) => {
    for (let at = 0; at < count; at += 1) ring.addLine(line("always as long"));
  };
  // Its lines have ids of six digits.
  add(2.1 * lines);
  const before = heapBytes();
  add(0.8 * lines);
  const bytesPerLine = (heapBytes() - before) / lines;
  expect(ring.lastId - ring.firstId + 1).toBe(lines);
  // A list that grows by half takes six.
  expect(bytesPerLine).toBeLessThan(2);
});
