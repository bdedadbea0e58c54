import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const perSecond = 20;

/** The colours in the middle of a video. */
export interface VideoColors {
  /** The colour at a time in seconds, before the end where negative, as r,g,b rounded to 0, 128 or 255. */
  at(seconds: number): string | undefined;
  /** The colours from start to end with the time of each first frame, to explain a failure. */
  readonly course: string;
}

/** Decodes a whole video: unlike a player, which may still paint the frame from before a seek. */
export async function videoColors(ffmpegPath: string, video: Buffer): Promise<VideoColors> {
  const folder = mkdtempSync(join(tmpdir(), "fd-colors-"));
  try {
    const file = join(folder, "video.mp4");
    writeFileSync(file, video);
    const filters = `fps=${perSecond},crop=2:2,scale=1:1,format=rgb24`;
    const args = ["-loglevel", "error", "-i", file, "-vf", filters, "-f", "rawvideo", "-"];
    const { stdout } = await run(ffmpegPath, args, { encoding: "buffer", maxBuffer: 1e8 });
    const colors = Array.from({ length: Math.floor(stdout.length / 3) }, (_, index) =>
      [...stdout.subarray(index * 3, index * 3 + 3)]
        .map((value) => Math.ceil(Math.round(value / 127.5) * 127.5))
        .join(),
    );
    return {
      at: (seconds) => colors.at(Math.floor(seconds * perSecond)),
      course: colors
        .flatMap((color, index) => (color === colors[index - 1] ? [] : [`${index / perSecond} s: ${color}`]))
        .concat(`${colors.length / perSecond} s: end`)
        .join(" "),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
