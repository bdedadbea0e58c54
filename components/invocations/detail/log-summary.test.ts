import { expect, it } from "vitest";
import { LogSummary } from "./log-summary.ts";

const linesOf = (...texts: string[]) =>
  texts.map((text, second) => ({
    id: second + 1,
    at: new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString(),
    text,
  }));

it("has the newest lines, all marks and the first error", () => {
  const summary = new LogSummary();
  summary.add(linesOf("step 1", "ERROR no address"));
  summary.add(linesOf(...Array.from({ length: 250 }, (_, at) => `step ${at + 2}`)));
  const { newest, marks, firstErrorMs } = summary.read();
  expect(newest).toHaveLength(200);
  expect(newest.at(-1)?.text).toBe("step 251");
  expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(252);
  expect(firstErrorMs).toBe(Date.UTC(2026, 10, 22, 10, 0, 1));
});

it("has the sessions that the lines name, each once", () => {
  const [one, two] = ["s00000000000000000000001", "s00000000000000000000002"];
  const lines = linesOf(
    `session ${one} created`,
    `browser ${two}, invocation ${two}`,
    `session ${one} closed`,
  );
  const summary = new LogSummary();
  summary.add(lines);
  expect(summary.read().sessions).toEqual([
    { id: one, atMs: Date.UTC(2026, 10, 22, 10, 0, 0) },
    { id: two, atMs: Date.UTC(2026, 10, 22, 10, 0, 1) },
  ]);
});
