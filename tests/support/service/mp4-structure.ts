import { existsSync, readFileSync } from "node:fs";

/** Reads an mp4's duration and the order of its boxes (an index before the data can be streamed). */
export function readMp4Structure(bytes: Buffer): { durationMs: number; order: string[] } {
  const order: string[] = [];
  let durationMs = Number.NaN;
  const walk = (start: number, end: number, top: boolean) => {
    for (let at = start; at + 8 <= end; ) {
      const size = bytes.readUInt32BE(at);
      const kind = bytes.toString("latin1", at + 4, at + 8);
      if (top) order.push(kind);
      if (kind === "moov") walk(at + 8, at + size, false);
      if (kind === "mvhd") durationMs = (bytes.readUInt32BE(at + 24) * 1000) / bytes.readUInt32BE(at + 20);
      at += Math.max(8, size);
    }
  };
  walk(0, bytes.length, true);
  return { durationMs, order };
}

/** Number of complete one-second fragments of an unfinished recording. */
export function countMovieFragments(path: string): number {
  if (!existsSync(path)) return 0;
  const { order } = readMp4Structure(readFileSync(path));
  // The last may be in the writing.
  return Math.max(0, order.filter((kind) => kind === "moof").length - 1);
}
