/** The size in a JPEG's frame header (ITU-T T.81, B.2.2); undefined for other data. */
export function jpegSize(jpeg: Buffer): { width: number; height: number } | undefined {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= jpeg.length; ) {
    if (jpeg[at] !== 0xff) return undefined;
    const marker = jpeg[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) {
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    }
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return undefined;
}

// In this range 0xC4, 0xC8 and 0xCC (DHT, JPG, DAC) are no frame headers.
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Whether two JPEGs have one size in pixels. */
export function sameJpegSize(one: Buffer, other: Buffer): boolean {
  const [first, second] = [jpegSize(one), jpegSize(other)];
  return first?.width === second?.width && first?.height === second?.height;
}
