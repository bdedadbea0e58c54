// The folder of the videos: `<id>.part.mp4` while one is recorded, `<id>.mp4` once it is final. A final video
// appears at once and whole.
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killNow, processesNaming } from "../instance/process-tree.ts";
import { putIndexFirst } from "./encoder.ts";

const ending = ".mp4";
const recording = ".part.mp4";
const unfinished = ".new.mp4";

export class VideoFiles {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** Makes the folder, for this user alone, and ends encoders that an earlier run left in it. */
  static async open(dir: string, sweepRoundsMs: number): Promise<VideoFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    for (let round = 0; round < 50; round += 1) {
      const left = await processesNaming(`${dir}${sep}`);
      if (left.length === 0) break;
      for (const pid of left) killNow(pid);
      await sleep(sweepRoundsMs);
    }
    const names = (await readdir(dir)).filter((name) => name.endsWith(unfinished));
    await Promise.all(names.map((name) => rm(join(dir, name), { force: true })));
    return new VideoFiles(dir);
  }

  /** Where the recorder writes. */
  recording(id: string): string {
    return join(this.#dir, `${id}${recording}`);
  }

  /** When the recorder last wrote, epoch milliseconds; undefined when it never did. */
  async recordedUntilMs(id: string): Promise<number | undefined> {
    const found = await stat(this.recording(id)).catch(() => undefined);
    return found?.mtimeMs;
  }

  /**
   * Makes what was recorded the final video and answers with its size in bytes; 0 when there is none. Without
   * an ffmpeg, or when it fails, the recording is kept as it is, which plays too. Throws when `signal` aborts;
   * then nothing has changed.
   */
  async finish(id: string, ffmpegPath: string | undefined, signal: AbortSignal): Promise<number> {
    const from = this.recording(id);
    const to = this.#final(id);
    const made = join(this.#dir, `${id}${unfinished}`);
    const recorded = await stat(from).catch(() => undefined);
    if (!recorded || recorded.size === 0) {
      await rm(from, { force: true });
      // Final already, when only the last word about it was missing.
      return (await stat(to).catch(() => undefined))?.size ?? 0;
    }
    const reordered =
      ffmpegPath !== undefined &&
      (await putIndexFirst(ffmpegPath, from, made, signal).then(
        () => true,
        () => false,
      ));
    signal.throwIfAborted();
    await toDisk(reordered ? made : from);
    await rename(reordered ? made : from, to);
    await Promise.all([rm(from, { force: true }), rm(made, { force: true })]);
    return (await stat(to)).size;
  }

  /** The final video, open for reading, or undefined. The caller closes it. */
  async read(id: string): Promise<FileHandle | undefined> {
    try {
      return await open(this.#final(id), "r");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Removes the files of recordings that nobody knows. */
  async removeAllBut(isKnown: (id: string) => boolean): Promise<void> {
    const ids = (await readdir(this.#dir)).map((name) => name.split(".")[0] ?? "");
    for (const id of new Set(ids)) if (!isKnown(id)) await this.remove(id);
  }

  async remove(id: string): Promise<void> {
    await Promise.all(
      [ending, recording, unfinished].map((kind) => rm(join(this.#dir, `${id}${kind}`), { force: true })),
    );
  }

  #final(id: string): string {
    return join(this.#dir, `${id}${ending}`);
  }
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
