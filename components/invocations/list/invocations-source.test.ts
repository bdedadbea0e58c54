import { describe, expect, it } from "vitest";
import { invocationsSourceOf } from "./invocations-source.ts";

const first = { narrowed: true, record: "awaited", matching: 3, offset: 0 } as const;

describe("invocationsSourceOf", () => {
  it("is the API's page if the API has every filter", () => {
    expect(invocationsSourceOf({ ...first, narrowed: false, record: "unused" })).toBe("api");
  });

  it("is the newest invocations if the record is not needed, cannot be queried or is empty", () => {
    for (const record of ["unused", "empty"] as const)
      for (const offset of [0, 50])
        expect(invocationsSourceOf({ ...first, record, matching: 0, offset })).toBe("newest");
  });

  it("is the record once it has answered, on every page", () => {
    for (const offset of [0, 50])
      expect(invocationsSourceOf({ ...first, record: "answered", offset })).toBe("record");
  });

  it("uses the newest while the record is loading only on the first page, and never to show that nothing matches", () => {
    expect(invocationsSourceOf(first)).toBe("newest");
    expect(invocationsSourceOf({ ...first, matching: 0 })).toBe("record-awaited");
    expect(invocationsSourceOf({ ...first, offset: 50 })).toBe("record-awaited");
  });
});
