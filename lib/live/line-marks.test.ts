import { expect, it } from "vitest";
import { LineMarks } from "./line-marks.ts";

const startMs = Date.UTC(2026, 10, 23);

it("joins lines of about the same time under the most severe level", () => {
  const marks = new LineMarks();
  marks.add(startMs + 500, "plain");
  marks.add(startMs + 2, "INFO a");
  marks.add(startMs + 4, "ERROR b");
  marks.add(startMs + 6, "WARN c");
  marks.add(Number.NaN, "FATAL without a time");
  expect(marks.list()).toEqual([
    { atMs: startMs, level: "error", count: 3 },
    { atMs: startMs + 500, level: "none", count: 1 },
  ]);
});

it("has the time of the earliest error, in whatever order the lines come", () => {
  const marks = new LineMarks();
  expect(marks.firstErrorMs).toBeUndefined();
  marks.add(startMs + 900, "FATAL late");
  marks.add(startMs + 100, "ERROR early");
  marks.add(startMs + 300, "ERROR later");
  marks.add(startMs, "WARN no error");
  expect(marks.firstErrorMs).toBe(startMs + 100);
});

it("keeps a bounded number of marks and loses no line of a long log", () => {
  const marks = new LineMarks();
  for (let second = 0; second < 50_000; second += 1) marks.add(startMs + second * 1_000, "step");
  const list = marks.list();
  expect(list.length).toBeLessThanOrEqual(2_048);
  expect(list.length).toBeGreaterThan(500);
  expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
  expect(list.every(({ atMs }, index) => index === 0 || atMs > (list[index - 1]?.atMs ?? 0))).toBe(true);
});
