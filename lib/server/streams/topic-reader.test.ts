import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fakes/live-stream-fakes.ts";
import type { Cursor, LiveFrame } from "../../bff/live.ts";
import { LogRing } from "./ring.ts";
import type { SharedLog } from "./shared-log.ts";
import { TopicReader } from "./topic-reader.ts";

/** The entries of what a viewer gets first of a ring that has kept the last two of four lines. */
function opened(cursor?: Cursor) {
  const ring = new LogRing("e", { lines: 2, bytes: 10_000 });
  for (const text of ["a", "b", "c", "d"]) ring.addLine({ at: "2026-01-01T00:00:00.000Z", text, cut: false });
  const source: SharedLog = {
    ring,
    state: { state: "open", reason: null },
    restoredId: undefined,
    begun: true,
    running: true,
    subscribe: () => () => undefined,
    addReader: () => () => undefined,
    taken: () => undefined,
    start: () => undefined,
    stop: () => undefined,
  };
  const text = new TopicReader("logs:one:supervisor:chromium", source, cursor, new FakeClock()).take(10_000);
  return text.split("\n\n").flatMap((event): (number | string | null)[][] => {
    if (event === "") return [];
    const frame: LiveFrame = JSON.parse(event.replace("data: ", ""));
    if (frame.kind === "lines") return frame.lines.map(({ id, text: line }) => [id, line]);
    return frame.kind === "gap" ? [[frame.gap.id, frame.gap.reason, frame.gap.count]] : [];
  });
}

const kept = [
  [4, "c"],
  [5, "d"],
];

test("a viewer learns how many lines are no longer there", () => {
  expect(opened()).toEqual([[3, "overflow", 2], ...kept]);
  expect(opened({ epoch: "e", id: 2 })).toEqual([[3, "overflow", 1], ...kept]);
});

test("a viewer who had the lines of another buffer also learns those that this one no longer has", () => {
  expect(opened({ epoch: "gone", id: 7 })).toEqual([[1, "expired", null], [3, "overflow", 2], ...kept]);
});
