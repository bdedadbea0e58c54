import { expect, it } from "vitest";
import { z } from "zod";
import { notice, resultBounds, resultText } from "./tool-result.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);
const shape = z.object({
  now: z.literal("2026-01-31T12:00:00.000Z"),
  data: z.unknown(),
  left_out: z
    .array(z.object({ path: z.string(), shown: z.number(), of: z.number(), which: z.string() }))
    .optional(),
});
const read = (text: string) => {
  expect(text.startsWith(`${notice}\n`)).toBe(true);
  return shape.parse(JSON.parse(text.slice(notice.length + 1)));
};

it("says that what follows is data, and has it as JSON", () => {
  expect(read(resultText({ a: [1, "ü", null, undefined], b: undefined }, nowMs))).toEqual({
    now: "2026-01-31T12:00:00.000Z",
    data: { a: [1, "ü", null, null], b: null },
  });
});

it("says moments as texts in UTC, and leaves durations and unknown ones", () => {
  const at = Date.UTC(2026, 0, 31, 10, 30);
  const value = {
    since_ms: at,
    list: [{ at_ms: at + 250, duration_ms: 1_500, seen_ms: null, p95_ms: null, limit_ms: 300_000 }],
    ended_at_ms: null,
    size: at,
    far_ms: 1e17,
  };
  expect(read(resultText(value, nowMs)).data).toEqual({
    since: "2026-01-31T10:30:00.000Z",
    list: [
      { at: "2026-01-31T10:30:00.250Z", duration_ms: 1_500, seen: null, p95_ms: null, limit_ms: 300_000 },
    ],
    ended_at: null,
    size: at,
    far_ms: 1e17,
  });
});

it("rounds figures to four digits, and no whole number", () => {
  const value = {
    share: 0.23076923076923078,
    minutes: 1234.567,
    rate: -1.6509974739456497,
    bytes: 123456789,
  };
  expect(read(resultText(value, nowMs)).data).toEqual({
    share: 0.2308,
    minutes: 1235,
    rate: -1.651,
    bytes: 123456789,
  });
});

it("cuts long texts and lists until it fits, and says what is left out", () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({ line: at, text: "w".repeat(1_000) }));
  const text = resultText({ log: { lines }, reason: "r".repeat(10_000) }, nowMs);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(resultBounds.bytes);
  const { data, left_out: leftOut } = read(text);
  expect(leftOut).toEqual([{ path: "data.log.lines", shown: 25, of: 400, which: "first" }]);
  expect(data).toMatchObject({ log: { lines: lines.slice(0, 25) } });
  expect(text).toContain("… (8000 characters left out)");
});

it("keeps the end of a list whose newest entries are last", () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({ line: at, text: "w".repeat(1_000) }));
  const { data, left_out: leftOut } = read(resultText({ log: { lines } }, nowMs, ["data.log.lines"]));
  expect(leftOut).toEqual([{ path: "data.log.lines", shown: 25, of: 400, which: "last" }]);
  expect(data).toEqual({ log: { lines: lines.slice(375) } });
});

it("shows characters that hide in a text as escapes", () => {
  const hidden = "\u061c\ufe01a\u200bb\u202ec\u2066d\ufeffe\u{e0041}f";
  const text = resultText({ line: hidden }, nowMs);
  expect(text).toContain("\\u061c\\ufe01a\\u200bb\\u202ec\\u2066d\\ufeffe\\udb40\\udc41f");
  expect(read(text).data).toEqual({ line: hidden });
});

it("never fails for a value that cannot become smaller", () => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, "x".repeat(1_900)]));
  expect(read(resultText(wide, nowMs))).toEqual({
    now: "2026-01-31T12:00:00.000Z",
    data: null,
    left_out: [{ path: "data", shown: 0, of: 1, which: "first" }],
  });
});
