import { describe, expect, it } from "vitest";
import { pngOf } from "../../../tests/support/png.ts";
import { pngSize } from "./png-size.ts";

describe("the size of a PNG file", () => {
  it("is read from its header, wherever the bytes begin in their buffer", () => {
    const file = Buffer.concat([Buffer.alloc(3), pngOf(320, 200)]);
    expect(pngSize(new Uint8Array(file).subarray(3))).toEqual({ width: 320, height: 200 });
  });

  const changed = (at: number, ...bytes: number[]) => {
    const file = pngOf(2, 2);
    file.set(bytes, at);
    return file;
  };
  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a cut header", pngOf(2, 2).subarray(0, 23)],
    ["a JPEG file", Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb0043", "hex")],
    ["another first chunk", changed(12, 0x49, 0x44, 0x41, 0x54)],
    ["no width", changed(16, 0, 0, 0, 0)],
    ["a height above the format's bound", changed(20, 0xff)],
  ])("is unknown of %s", (_, file) => {
    expect(pngSize(file)).toBeUndefined();
  });
});
