import { expect, it } from "vitest";
import { tooOldOrTooMuch } from "./replay-retention.ts";

const nowMs = Date.UTC(2026, 4, 10);
const kept = (id: string, ageMs: number, sizeBytes: number) => ({
  id,
  finishedAt: new Date(nowMs - ageMs).toISOString(),
  sizeBytes,
});

it("lets go of what is too old and of the oldest of what is too much", () => {
  const finished = [kept("new", 0, 60), kept("middle", 500, 40), kept("older", 900, 1), kept("old", 1001, 0)];
  expect(tooOldOrTooMuch(finished, { keepMs: 1000, keepBytes: 100 }, nowMs)).toEqual(["older", "old"]);
  expect(tooOldOrTooMuch(finished, { keepMs: 1000, keepBytes: 101 }, nowMs)).toEqual(["old"]);
  expect(tooOldOrTooMuch(finished, { keepMs: 5000, keepBytes: 59 }, nowMs)).toEqual([
    "new",
    "middle",
    "older",
    "old",
  ]);
  expect(tooOldOrTooMuch([], { keepMs: 0, keepBytes: 0 }, nowMs)).toEqual([]);
});
