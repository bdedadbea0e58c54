import fc from "fast-check";
import { expect, it } from "vitest";
import { findLine, lineHash } from "./line-hash.ts";
import { LogStore } from "./log-store.ts";

function storeOf(...lines: readonly (readonly [at: string, text: string])[]): LogStore {
  const store = new LogStore();
  store.addLines(
    "e",
    lines.map(([at, text], index) => ({ id: index + 1, at, text })),
  );
  return store;
}
const second = (number: number) => `2026-11-21T03:08:0${number}.000Z`;
const retry = lineHash("retry");

it("equals published FNV-1a values and always has eight digits", () => {
  // FNV-1a of the bytes 61 00: the unit of "a".
  expect(lineHash("")).toBe("811c9dc5");
  expect(lineHash("a")).toBe("2b24d044");
  expect(lineHash("ab")).not.toBe(lineHash("ba"));
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => /^[0-9a-f]{8}$/.test(lineHash(text))));
});

it("selects the line with the same time among equal lines", () => {
  const store = storeOf(
    [second(1), "retry"],
    [second(2), "retry"],
    [second(3), "done"],
    [second(4), "retry"],
  );
  expect(findLine(store, { at: second(2), hash: retry })).toBe(1);
  expect(findLine(store, { at: second(4), hash: retry })).toBe(3);
});

it("selects the nearest line when the times differ, the older of two", () => {
  const store = storeOf([second(1), "retry"], [second(3), "retry"], [second(9), "retry"]);
  expect(findLine(store, { at: second(2), hash: retry })).toBe(0);
  expect(findLine(store, { at: second(8), hash: retry })).toBe(2);
  expect(findLine(store, { at: "2020-01-01T00:00:00Z", hash: retry })).toBe(0);
});

it("prefers the exact time over another in the same millisecond", () => {
  const fine = "2026-11-21T03:08:01.000000002Z";
  const store = storeOf(["2026-11-21T03:08:01.000000001Z", "retry"], [fine, "retry"]);
  expect(findLine(store, { at: fine, hash: retry })).toBe(1);
});

it("finds a line of unknown time by its text, and nothing when no line has it", () => {
  const store = storeOf(["yesterday", "retry"]);
  expect(findLine(store, { at: second(1), hash: retry })).toBe(0);
  expect(findLine(store, { at: second(1), hash: lineHash("other") })).toBeUndefined();
  expect(findLine(new LogStore(), { at: second(1), hash: retry })).toBeUndefined();
});

it("selects the oldest among lines with the same time and text, wherever gaps are", () => {
  const store = storeOf(
    [second(1), "other"],
    [second(2), "retry"],
    [second(2), "retry"],
    [second(3), "retry"],
  );
  expect(findLine(store, { at: second(2), hash: retry })).toBe(1);
  const broken = new LogStore();
  broken.addGap("e", { id: 1, reason: "slow", count: 1, from: null, to: second(1) });
  broken.addLines("e", [{ id: 5, at: second(2), text: "retry" }]);
  broken.addEnd("deleted");
  expect(findLine(broken, { at: second(2), hash: retry })).toBe(2);
  expect(findLine(broken, { at: second(9), hash: retry })).toBe(2);
  expect(findLine(broken, { at: second(2), hash: lineHash("") })).toBeUndefined();
});

it("finds a line far from where its time would be, and the exact one before those with equal text", () => {
  const store = storeOf(
    ...Array.from(
      { length: 9000 },
      (_, at) => [second(1), at === 10 || at === 8990 ? "retry" : "other"] as const,
    ),
    [second(5), "retry"],
  );
  expect(findLine(store, { at: second(4), hash: retry })).toBe(9000);
  expect(findLine(store, { at: second(1), hash: retry })).toBe(8990);
  expect(findLine(store, { at: second(5), hash: retry })).toBe(9000);
});
