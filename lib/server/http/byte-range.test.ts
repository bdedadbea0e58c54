import { describe, expect, it } from "vitest";
import { boundedRange, openRangeBytes, readableRange } from "./byte-range.ts";

describe("a requested range", () => {
  it("is forwarded when it has an end, and limited when it has none", () => {
    expect(boundedRange("bytes=0-0")).toBe("bytes=0-0");
    expect(boundedRange("bytes=5-99")).toBe("bytes=5-99");
    expect(boundedRange("bytes=-500")).toBe("bytes=-500");
    expect(boundedRange("bytes=0-")).toBe(`bytes=0-${openRangeBytes - 1}`);
    expect(boundedRange("bytes=7-")).toBe(`bytes=7-${openRangeBytes + 6}`);
  });

  it.each([null, "", "bytes=-", "bytes=9-3", "bytes=0-1,5-6", "lines=0-1", "bytes=a-", "bytes=1-\r\nx: y"])(
    "%j requests the whole file",
    (header) => {
      expect(boundedRange(header)).toBeUndefined();
    },
  );
});

it("accepts only a valid content range", () => {
  expect(readableRange("bytes 0-1/10")).toBe("bytes 0-1/10");
  expect(readableRange("bytes 0-1/*")).toBe("bytes 0-1/*");
  expect(readableRange("bytes */10")).toBeUndefined();
  expect(readableRange(undefined)).toBeUndefined();
});
