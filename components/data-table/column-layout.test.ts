import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  decodePlaces,
  encodePlaces,
  movePlace,
  placesInAddress,
  togglePlace,
  widenPlace,
} from "./column-layout.ts";

const ids = (places: readonly { id: string }[]) => places.map(({ id }) => id).join();

describe("columns in the address", () => {
  it("are short", () => {
    expect(encodePlaces([{ id: "status" }, { id: "action_name", widthPx: 180 }])).toBe(
      "status,action_name~180",
    );
  });
  it("survive whatever an id is made of", () => {
    const place = fc.record(
      { id: fc.string({ minLength: 1 }), widthPx: fc.integer({ min: 48, max: 1200 }) },
      { requiredKeys: ["id"] },
    );
    const places = fc.uniqueArray(place, { minLength: 1, selector: ({ id }) => id });
    fc.assert(
      fc.property(places, (given) => {
        expect(decodePlaces(encodePlaces(given))).toEqual(given);
      }),
    );
    expect(decodePlaces(encodePlaces([{ id: 'payload$["a,b~c%2C"]' }]))).toEqual([
      { id: 'payload$["a,b~c%2C"]' },
    ]);
  });
  it("are refused when they are none", () => {
    for (const text of ["", "status,status", "status~5", "status~x", "status,,app_name", "status~99999"])
      expect(z.safeDecode(placesInAddress, text).success, text).toBe(false);
    expect(z.decode(placesInAddress, "status~100,x")).toEqual([{ id: "status", widthPx: 100 }, { id: "x" }]);
  });
});

describe("a layout", () => {
  const places = [{ id: "a" }, { id: "b", widthPx: 100 }, { id: "c" }];
  it("shows a column last, leaves one out, and keeps the last one", () => {
    expect(ids(togglePlace(places, "d"))).toBe("a,b,c,d");
    expect(ids(togglePlace(places, "b"))).toBe("a,c");
    expect(ids(togglePlace([{ id: "a" }], "a"))).toBe("a");
  });
  it("moves a column one place and not beyond the ends", () => {
    expect(ids(movePlace(places, "b", -1))).toBe("b,a,c");
    expect(ids(movePlace(places, "b", 1))).toBe("a,c,b");
    expect(ids(movePlace(places, "a", -1))).toBe("a,b,c");
    expect(ids(movePlace(places, "zz", 1))).toBe("a,b,c");
  });
  it("widens one column and gives it its usual width back", () => {
    expect(encodePlaces(widenPlace(places, "a", 90))).toBe("a~90,b~100,c");
    expect(encodePlaces(widenPlace(places, "b", undefined))).toBe("a,b,c");
  });
});
