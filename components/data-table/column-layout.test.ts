import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  columnSettingsParameter,
  decodeColumnSettings,
  encodeColumnSettings,
  moveColumn,
  setColumnWidth,
  toggleColumn,
} from "./column-layout.ts";

const ids = (places: readonly { id: string }[]) => places.map(({ id }) => id).join();

describe("column settings in the URL", () => {
  it("are encoded compactly", () => {
    expect(encodeColumnSettings([{ id: "status" }, { id: "action_name", widthPx: 180 }])).toBe(
      "status,action_name~180",
    );
  });
  it("round-trip with any characters in an id", () => {
    const place = fc.record(
      { id: fc.string({ minLength: 1 }), widthPx: fc.integer({ min: 48, max: 1200 }) },
      { requiredKeys: ["id"] },
    );
    const places = fc.uniqueArray(place, { minLength: 1, selector: ({ id }) => id });
    fc.assert(
      fc.property(places, (given) => {
        expect(decodeColumnSettings(encodeColumnSettings(given))).toEqual(given);
      }),
    );
    expect(decodeColumnSettings(encodeColumnSettings([{ id: 'payload$["a,b~c%2C"]' }]))).toEqual([
      { id: 'payload$["a,b~c%2C"]' },
    ]);
  });
  it("are rejected when malformed", () => {
    for (const text of ["", "status,status", "status~5", "status~x", "status,,app_name", "status~99999"])
      expect(z.safeDecode(columnSettingsParameter, text).success, text).toBe(false);
    expect(z.decode(columnSettingsParameter, "status~100,x")).toEqual([
      { id: "status", widthPx: 100 },
      { id: "x" },
    ]);
  });
});

describe("a column layout", () => {
  const places = [{ id: "a" }, { id: "b", widthPx: 100 }, { id: "c" }];
  it("appends a shown column, hides one, and never hides the last one", () => {
    expect(ids(toggleColumn(places, "d"))).toBe("a,b,c,d");
    expect(ids(toggleColumn(places, "b"))).toBe("a,c");
    expect(ids(toggleColumn([{ id: "a" }], "a"))).toBe("a");
  });
  it("moves a column by one position and not beyond the ends", () => {
    expect(ids(moveColumn(places, "b", -1))).toBe("b,a,c");
    expect(ids(moveColumn(places, "b", 1))).toBe("a,c,b");
    expect(ids(moveColumn(places, "a", -1))).toBe("a,b,c");
    expect(ids(moveColumn(places, "zz", 1))).toBe("a,b,c");
  });
  it("sets a column's width and restores the default width", () => {
    expect(encodeColumnSettings(setColumnWidth(places, "a", 90))).toBe("a~90,b~100,c");
    expect(encodeColumnSettings(setColumnWidth(places, "b", undefined))).toBe("a,b,c");
  });
});
