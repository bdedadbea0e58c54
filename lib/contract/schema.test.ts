import { describe, expect, it, test } from "vitest";
import { z as fullZod } from "zod";
import * as z from "zod/mini";
import {
  knownValuesOf,
  openEnum,
  optional,
  queryBoolean,
  queryInteger,
  resource,
  strict,
  timestamp,
} from "./schema.ts";

test.each([
  "2026-02-03T04:05:06Z",
  "2026-02-03t04:05:06z",
  "2026-02-03T04:05:06+14:00",
  "2026-02-03T04:05:06.1Z",
  "2026-02-03T04:05:06.123Z",
  "2026-02-03T04:05:06.123456789Z",
  "2026-02-03T04:05:06.123456789-07:30",
])("%s is a timestamp, as it is", (text) => {
  expect(timestamp.parse(text)).toBe(text);
});

test.each([
  "",
  "now",
  "2026-02-03",
  "2026-02-03T04:05Z",
  "2026-02-03T04:05:06",
  "2026-02-03T04:05:06.Z",
  "2026-02-03T04:05:06.123456789",
  "2026-02-03T24:05:06.123456789Z",
  "2026-13-03T04:05:06Z",
  " 2026-02-03T04:05:06Z",
  "2026-02-03T04:05:06Z ",
])("%j is no timestamp", (text) => {
  expect(timestamp.safeParse(text).success).toBe(false);
});

test.each(["", "1.5", "a1", "1a", "--1", "12345678901234567", "1e3"])(
  "%j is no integer of a query",
  (text) => {
    expect(queryInteger({ min: -100 }).safeParse(text).success).toBe(false);
  },
);

test("an integer of a query has inclusive bounds", () => {
  const bounded = queryInteger({ min: 1, max: 100 });
  for (const [text, value] of [
    ["1", 1],
    ["100", 100],
  ] as const) {
    expect(bounded.parse(text)).toBe(value);
    expect(z.encode(bounded, value)).toBe(text);
  }
  for (const text of ["0", "101"]) expect(bounded.safeParse(text).success).toBe(false);
  expect(queryInteger({ min: 0 }).parse("123456")).toBe(123_456);
  expect(queryInteger({ min: 0 }).safeParse("-1").success).toBe(false);
});

test("a boolean of a query is true or false, in lower case", () => {
  expect(["true", "false"].map((text) => queryBoolean.parse(text))).toEqual([true, false]);
  expect([true, false].map((value) => z.encode(queryBoolean, value))).toEqual(["true", "false"]);
  for (const text of ["", "1", "True"]) expect(queryBoolean.safeParse(text).success).toBe(false);
});

describe("the schema for writing", () => {
  // Schemas are made in each test, because their strict forms are cached.
  const state = () => openEnum(["on", "off"]);

  it("is derived once", () => {
    const schema = resource({ state: state() });
    expect(strict(schema)).toBe(strict(schema));
  });

  it("refuses unknown keys at any depth, where reading preserves them", () => {
    const inner = () => resource({ state: state() });
    const value = { state: "on", later: 1 };
    for (const [schema, sample] of [
      [inner(), value],
      [resource({ inner: inner() }), { inner: value }],
      [resource({ inner: optional(inner()) }), { inner: value }],
      [z.array(inner()), [value]],
      [z.record(z.string(), inner()), { key: value }],
      [z.union([z.number(), inner()]), value],
      [z.optional(inner()), value],
      [z.nullable(inner()), value],
    ] as const) {
      expect(schema.parse(sample)).toEqual(sample);
      expect(strict(schema).safeParse(sample).success).toBe(false);
      const known = JSON.parse(JSON.stringify(sample).replace(',"later":1', ""));
      expect(strict(schema).parse(known)).toEqual(known);
    }
  });

  it("refuses unknown values of an open enum, where reading accepts them", () => {
    const schema = state();
    expect(knownValuesOf(schema)).toEqual(["on", "off"]);
    expect(schema.parse("standby")).toBe("standby");
    expect(strict(schema).safeParse("standby").success).toBe(false);
    expect(strict(schema).parse("off")).toBe("off");
  });

  it("accepts missing and null wherever reading does", () => {
    const schema = resource({ note: optional(z.string()) });
    for (const value of [{}, { note: null }, { note: "a" }]) {
      expect(schema.parse(value)).toEqual(value);
      expect(strict(schema).parse(value)).toEqual(value);
    }
    expect(strict(z.optional(z.string())).parse(undefined)).toBeUndefined();
    expect(strict(z.nullable(z.string())).parse(null)).toBeNull();
    expect(strict(z.optional(z.string())).safeParse(null).success).toBe(false);
  });

  it("is the schema itself where nothing is open", () => {
    const schema = z.string().check(z.minLength(1));
    expect(strict(schema)).toBe(schema);
    expect(knownValuesOf(schema)).toBeUndefined();
  });

  it("is refused for schemas of the full library", () => {
    expect(() => strict(fullZod.string())).toThrow(TypeError);
  });
});
