// One ffmpeg that turns timed pictures into a video, and the one that puts a finished video in order. Both die
// with us. The arguments are understood by every ffmpeg from 2018 on.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { dyingWithUs } from "../instance/supervisor.ts";
import { streamHead, streamPicture } from "./picture-stream.ts";

const endWithinMs = 15_000;
const reorderWithinMs = 60_000;
const keyframeEverySeconds = 10;
const fragmentMicroseconds = 1_000_000;
const keptWordsChars = 2000;

const common = ["-hide_banner", "-nostats", "-loglevel", "error", "-y"];

export interface Size {
  width: number;
  height: number;
}

/** The size a video can have: H.264 wants even numbers. */
export const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width - (width % 2)),
  height: Math.max(2, height - (height % 2)),
});

function encodingArgs(file: string, rate: number, { width, height }: Size): string[] {
  const filters = [
    // Pictures of another size than the first are fitted into it.
    `scale=w=${width}:h=${height}:force_original_aspect_ratio=decrease:in_range=pc:out_range=tv:in_color_matrix=bt601:out_color_matrix=bt709`,
    `pad=w=${width}:h=${height}:x=(ow-iw)/2:y=(oh-ih)/2`,
    "setsar=1",
    "format=yuv420p",
    `fps=${rate}`,
  ];
  return [
    ...common,
    // Without these it waits for megabytes before it encodes the first picture.
    ...["-probesize", "32", "-analyzeduration", "0"],
    ...["-f", "matroska", "-threads", "1", "-i", "pipe:0"],
    ...["-filter_threads", "1", "-vf", filters.join(",")],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-crf", "30", "-threads", "1"],
    ...["-g", String(rate * keyframeEverySeconds)],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"],
    // Complete up to its last fragment whenever it is cut off.
    ...["-movflags", "+frag_keyframe+empty_moov+default_base_moof"],
    ...["-frag_duration", String(fragmentMicroseconds), "-flush_packets", "1"],
    ...["-f", "mp4", file],
  ];
}

export interface EncoderOptions {
  ffmpegPath: string;
  file: string;
  /** Frames a second. */
  rate: number;
  /** Of the video; even. */
  size: Size;
}

export class Encoder {
  readonly #process: ChildProcess;
  readonly #input: Writable;
  /** Resolves when the process is gone, for whatever reason. */
  readonly exited: Promise<void>;

  private constructor(started: ChildProcess, input: Writable) {
    this.#process = started;
    this.#input = input;
    this.exited = exitOf(started).then(
      () => undefined,
      () => undefined,
    );
    // Its exit says what there is to say.
    input.on("error", () => undefined);
  }

  /** Throws when the program cannot be run. */
  static async start(options: EncoderOptions): Promise<Encoder> {
    const { ffmpegPath, file, rate, size } = options;
    const started = launch(ffmpegPath, encodingArgs(file, rate, size), ["pipe", "ignore", "ignore"]);
    await once(started, "spawn");
    if (!started.stdin) throw new Error("the encoder has no input");
    const encoder = new Encoder(started, started.stdin);
    encoder.#input.write(streamHead(size));
    return encoder;
  }

  /** True while what was written last is still on its way; writing more would only pile it up. */
  get full(): boolean {
    return this.#input.writableNeedDrain;
  }

  write(jpeg: Buffer, atMs: number): void {
    if (this.#input.writable) this.#input.write(streamPicture(jpeg, atMs));
  }

  /** No more pictures: resolves when the file is complete, or has been given up. */
  async end(): Promise<void> {
    this.#input.end();
    const timer = setTimeout(() => this.kill(), endWithinMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }
}

/**
 * Writes the video in `from` to `to` with its index first, so that players know its length and can seek.
 * Throws when it cannot be read, and when `signal` aborts.
 */
export async function putIndexFirst(
  ffmpegPath: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const args = [
    ...common,
    ...["-i", from, "-map", "0:v", "-c", "copy"],
    ...["-movflags", "+faststart", "-f", "mp4", to],
  ];
  const started = launch(ffmpegPath, args, ["ignore", "ignore", "pipe"]);
  const kill = () => started.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  const timer = setTimeout(kill, reorderWithinMs);
  let words = "";
  started.stderr?.on("data", (part: Buffer) => {
    words = `${words}${part}`.slice(-keptWordsChars);
  });
  try {
    const code = await exitOf(started);
    if (code !== 0) throw new Error(`ffmpeg could not finish a video (${code}): ${words.trim()}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
  }
}

function launch(ffmpegPath: string, args: readonly string[], stdio: ("pipe" | "ignore")[]): ChildProcess {
  const [command, all] = dyingWithUs(ffmpegPath, args);
  return spawn(command, all, {
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
    // A terminal's Ctrl-C reaches only us.
    detached: true,
    stdio,
  });
}

/** Its exit code, null after a signal; rejects when it could not be started. */
function exitOf(started: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", (code) => resolve(code));
  });
}
