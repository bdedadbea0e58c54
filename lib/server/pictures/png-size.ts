const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** The length and name of a PNG file's first chunk, which has the width and height. */
const header = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] as const;
const beginning = [...signature, ...header];
/** PNG's own bound of a width or height. */
const mostPixels = 0x7fff_ffff;

/** Width and height in pixels of a PNG file, from its header; undefined for other bytes. */
export function pngSize(file: Uint8Array): { width: number; height: number } | undefined {
  const at = beginning.length;
  if (file.byteLength < at + 8 || beginning.some((byte, index) => file[index] !== byte)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)];
  const isValid = [width, height].every((pixels) => pixels > 0 && pixels <= mostPixels);
  return isValid ? { width, height } : undefined;
}
