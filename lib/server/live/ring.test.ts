import fc from "fast-check";
import { expect, test } from "vitest";
import { LogRing } from "./ring.ts";

const at = "2026-01-01T00:00:00Z";
const line = (text: string) => ({ at, text, cut: false });
const gap = (count: number | null) => ({ reason: "disconnected" as const, count, from: null, to: at });

test("T44 a reader at any place, at any time: lines received and lines counted as lost make all lines", () => {
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
      while (position < ring.lastId) read(100);
      expect(received).toBe(written);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    }),
    { numRuns: 1000 },
  );
});

test("a gap of unknown size among what is lost makes the loss unknown", () => {
  const ring = new LogRing("e", { lines: 2, bytes: 10_000 });
  ring.addLine(line("a"));
  ring.addGap(gap(null));
  for (const text of ["b", "c", "d"]) ring.addLine(line(text));
  expect(ring.lostAfter(1)).toEqual({ throughId: 4, count: null });
  expect(ring.lostAfter(3)).toEqual({ throughId: 4, count: 1 });
  expect(ring.lostAfter(4)).toBeUndefined();
});

test("T44 keeps within lines and bytes, and always the newest line", () => {
  const ring = new LogRing("e", { lines: 1000, bytes: 1000 });
  for (let index = 0; index < 50; index += 1) ring.addLine(line("x".repeat(100)));
  expect(ring.after(0, 1e9).length).toBeLessThan(10);
  ring.addLine(line("y".repeat(5000)));
  expect(ring.after(0, 1e9)).toHaveLength(1);
});
