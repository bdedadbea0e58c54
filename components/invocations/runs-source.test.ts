import { describe, expect, it } from "vitest";
import { runsSourceOf } from "./runs-source.ts";

const first = { narrowed: true, record: "awaited", matching: 3, offset: 0 } as const;

describe("runsSourceOf", () => {
  it("is the API's page where it has every filter", () => {
    expect(runsSourceOf({ ...first, narrowed: false, record: "unasked" })).toBe("api");
  });

  it("is the newest where the record need not be asked, cannot be or holds nothing", () => {
    for (const record of ["unasked", "empty"] as const)
      for (const offset of [0, 50])
        expect(runsSourceOf({ ...first, record, matching: 0, offset })).toBe("newest");
  });

  it("is the record once it has answered, on every page", () => {
    for (const offset of [0, 50])
      expect(runsSourceOf({ ...first, record: "answered", offset })).toBe("record");
  });

  it("lets the newest stand in for the record on the first page alone, and never to say that nothing matches", () => {
    expect(runsSourceOf(first)).toBe("newest");
    expect(runsSourceOf({ ...first, matching: 0 })).toBe("record-awaited");
    expect(runsSourceOf({ ...first, offset: 50 })).toBe("record-awaited");
  });
});
