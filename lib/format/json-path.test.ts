import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJsonPath, type JsonStep, parseJsonPath, pathsIn, valueAt } from "./json-path.ts";

const stepsOf = (text: string): readonly JsonStep[] => {
  const read = parseJsonPath(text);
  if (read.kind === "fault") throw new Error(read.fault);
  return read.steps;
};
const faultOf = (text: string) => {
  const read = parseJsonPath(text);
  return read.kind === "fault" ? read.fault : undefined;
};

describe("parseJsonPath", () => {
  it("parses members, quoted members and indexes", () => {
    expect(stepsOf("$")).toEqual([]);
    expect(stepsOf("$.cart.items[0].sku")).toEqual(["cart", "items", 0, "sku"]);
    expect(stepsOf(`$["a b"]['it\\'s'][-1]["]"]`)).toEqual(["a b", "it's", -1, "]"]);
    expect(stepsOf("$.größe.first-name")).toEqual(["größe", "first-name"]);
  });
  it("reports error and position", () => {
    expect(faultOf("cart.items")).toMatch(/starts with \$/);
    expect(faultOf("$.")).toMatch(/name must follow the dot.*character 2/);
    expect(faultOf("$.a..b")).toMatch(/Recursive descent.*character 4/);
    expect(faultOf("$.a[*]")).toMatch(/Wildcards/);
    expect(faultOf("$.*")).toMatch(/Wildcards/);
    expect(faultOf("$.a[x]")).toMatch(/index or a quoted name/);
    expect(faultOf('$.a["x]')).toMatch(/index or a quoted name/);
    expect(faultOf("$.a b")).toMatch(/Expected \. or \[/);
    expect(faultOf(`$${".a".repeat(300)}`)).toMatch(/up to 512/);
  });
  it("round-trips every path", () => {
    const step = fc.oneof(fc.string({ maxLength: 12 }), fc.integer({ min: -999, max: 999_999 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        expect(stepsOf(formatJsonPath(steps))).toEqual(steps);
      }),
    );
  });
  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseJsonPath(`$${text}`)));
  });
});

describe("valueAt", () => {
  const value = { cart: { items: [{ sku: "a" }, { sku: null }] }, constructor: 1, 0: "zero" };
  it("finds values, including null and false", () => {
    expect(valueAt(value, ["cart", "items", 0, "sku"])).toBe("a");
    expect(valueAt(value, ["cart", "items", -1, "sku"])).toBeNull();
    expect(valueAt(value, [])).toBe(value);
    expect(valueAt("text", [])).toBe("text");
  });
  it("is undefined for missing and inherited properties", () => {
    expect(valueAt(value, ["cart", "items", 7, "sku"])).toBeUndefined();
    expect(valueAt(value, ["cart", "toString"])).toBeUndefined();
    expect(valueAt(value, ["cart", "items", "length"])).toBeUndefined();
    expect(valueAt(value, ["cart", "items", 1, "sku", "deeper"])).toBeUndefined();
  });
});

describe("pathsIn", () => {
  it("lists outermost first and descends into the first item of arrays", () => {
    expect(pathsIn({ a: { b: 1 }, list: [{ c: 1 }, { d: 1 }], "x y": 2 }, 50)).toEqual([
      "$.a",
      "$.list",
      '$["x y"]',
      "$.a.b",
      "$.list[0]",
      "$.list[0].c",
    ]);
    expect(pathsIn("text", 50)).toEqual([]);
    expect(pathsIn({ a: 1, b: 2, c: 3 }, 2)).toEqual(["$.a", "$.b"]);
  });
});
