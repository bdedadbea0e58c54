import { expect, it } from "vitest";
import { jpegSize, sameJpegSize } from "./jpeg-size.ts";
import { blankPicture } from "./recorder.ts";

it("reads the size after other segments; undefined for other data", () => {
  expect(jpegSize(blankPicture)).toEqual({ width: 16, height: 16 });
  const header = Buffer.from([0xff, 0xc2, 0, 17, 8, 0x02, 0xc9, 0x05, 0x00]);
  const table = Buffer.from([0xff, 0xc4, 0, 4, 1, 2]);
  const start = Buffer.from([0xff, 0xd8]);
  expect(jpegSize(Buffer.concat([start, table, Buffer.from([0xff]), header]))).toEqual({
    width: 1280,
    height: 713,
  });
  expect(jpegSize(Buffer.concat([start, table]))).toBeUndefined();
  expect(jpegSize(Buffer.concat([start, header.subarray(0, 7)]))).toBeUndefined();
  expect(jpegSize(Buffer.from("GIF89a, no JPEG at all"))).toBeUndefined();
  expect(jpegSize(Buffer.alloc(0))).toBeUndefined();
});

it("compares the sizes of two pictures", () => {
  const grey = Buffer.from(blankPicture);
  const taller = Buffer.from(blankPicture);
  const height = taller.indexOf(Buffer.from([0xff, 0xc0])) + 5;
  taller.writeUInt16BE(32, height);
  expect(sameJpegSize(blankPicture, grey)).toBe(true);
  expect(sameJpegSize(blankPicture, taller)).toBe(false);
});
