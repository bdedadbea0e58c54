// The folder of the videos: `<id>.part.mp4` during the recording, `<id>.mp4` once it is final. A final video is renamed
// into place, so it is always complete.
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Paces } from "../kernel/paces.ts";
import { killNaming } from "../kernel/process-tree.ts";
import { undefinedIfMissing } from "../kernel/system-error.ts";
import { moveIndexToFront } from "./encoder.ts";

const finalSuffix = ".mp4";
const recordingSuffix = ".part.mp4";
const unfinishedSuffix = ".new.mp4";

/** Creates, finishes, opens and removes video files. */
export class VideoFiles {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** Creates the folder with mode 0700 and kills encoders of an earlier process that still write to it. */
  static async open(dir: string, paces: Paces["instances"]): Promise<VideoFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await killNaming(`${dir}${sep}`, paces);
    const names = (await readdir(dir)).filter((name) => name.endsWith(unfinishedSuffix));
    await Promise.all(names.map((name) => rm(join(dir, name), { force: true })));
    return new VideoFiles(dir);
  }

  /** The path that the recorder writes to. */
  recording(id: string): string {
    return join(this.#dir, `${id}${recordingSuffix}`);
  }

  /** When the recorder last wrote to the recorded file or the final video, epoch milliseconds; undefined when it never did. */
  async recordedUntilMs(id: string): Promise<number | undefined> {
    const timeOf = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs;
    return (await timeOf(this.recording(id))) ?? (await timeOf(this.#final(id)));
  }

  /**
   * Turns the recorded file into the final video; returns its size in bytes, 0 when nothing was recorded. Without
   * ffmpeg, or when it fails, the recorded file itself becomes final, which is playable. Throws without changes when
   * `signal` aborts.
   */
  async finish(id: string, ffmpegPath: string | undefined, signal: AbortSignal): Promise<number> {
    const from = this.recording(id);
    const to = this.#final(id);
    const reorderedFile = join(this.#dir, `${id}${unfinishedSuffix}`);
    const recorded = await stat(from).catch(() => undefined);
    if (!recorded || recorded.size === 0) {
      await rm(from, { force: true });
      // The video may be final already, when only the row was not updated.
      return (await stat(to).catch(() => undefined))?.size ?? 0;
    }
    try {
      const reordered =
        ffmpegPath !== undefined &&
        (await moveIndexToFront(ffmpegPath, from, reorderedFile, signal).then(
          () => true,
          () => false,
        ));
      signal.throwIfAborted();
      const video = reordered ? reorderedFile : from;
      await utimes(video, recorded.atime, recorded.mtime);
      await syncFile(video);
      await rename(video, to);
      await rm(from, { force: true });
    } finally {
      await rm(reorderedFile, { force: true });
    }
    return (await stat(to)).size;
  }

  /** Opens the final video; undefined when there is none. The caller closes it. */
  async read(id: string): Promise<FileHandle | undefined> {
    return await open(this.#final(id), "r").catch(undefinedIfMissing);
  }

  /** Removes the files of unknown recordings. */
  async removeAllBut(isKnown: (id: string) => boolean): Promise<void> {
    const ids = (await readdir(this.#dir)).map((name) => name.split(".")[0] ?? "");
    for (const id of new Set(ids)) if (!isKnown(id)) await this.remove(id);
  }

  async remove(id: string): Promise<void> {
    await Promise.all(
      [finalSuffix, recordingSuffix, unfinishedSuffix].map((suffix) =>
        rm(join(this.#dir, `${id}${suffix}`), { force: true }),
      ),
    );
  }

  #final(id: string): string {
    return join(this.#dir, `${id}${finalSuffix}`);
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
