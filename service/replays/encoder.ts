// Two uses of ffmpeg: encoding timed pictures into a video, and moving the index of a finished video to its front. The
// processes end with the service. The arguments work with every ffmpeg since 2018.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { withParentDeathSignal } from "../machine/supervisor.ts";
import { matroskaCluster, matroskaHeader } from "./matroska-stream.ts";

const endTimeoutMs = 15_000;
const reorderTimeoutMs = 60_000;
const keyframeEverySeconds = 10;
const fragmentMicroseconds = 1_000_000;
const stderrMaxChars = 2000;

const common = ["-hide_banner", "-nostats", "-loglevel", "error", "-y"];

export interface Size {
  width: number;
  height: number;
}

/** Rounds a size down to even numbers, as H.264 with 4:2:0 subsampling requires. */
export const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width - (width % 2)),
  height: Math.max(2, height - (height % 2)),
});

function encodingArgs(file: string, rate: number, { width, height }: Size): string[] {
  const filters = [
    // Pictures of another size are scaled to fit and padded.
    `scale=w=${width}:h=${height}:force_original_aspect_ratio=decrease:in_range=pc:out_range=tv:in_color_matrix=bt601:out_color_matrix=bt709`,
    `pad=w=${width}:h=${height}:x=(ow-iw)/2:y=(oh-ih)/2`,
    "setsar=1",
    "format=yuv420p",
    `fps=${rate}`,
  ];
  return [
    ...common,
    // By default ffmpeg reads megabytes of input before it encodes the first picture.
    ...["-probesize", "32", "-analyzeduration", "0"],
    ...["-f", "matroska", "-threads", "1", "-i", "pipe:0"],
    ...["-filter_threads", "1", "-vf", filters.join(",")],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-crf", "30", "-threads", "1"],
    ...["-g", String(rate * keyframeEverySeconds)],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"],
    // A fragmented file is readable up to its last fragment when the encoder is killed.
    ...["-movflags", "+frag_keyframe+empty_moov+default_base_moof"],
    ...["-frag_duration", String(fragmentMicroseconds), "-flush_packets", "1"],
    ...["-f", "mp4", file],
  ];
}

export interface EncoderOptions {
  ffmpegPath: string;
  file: string;
  /** Frames per second. */
  rate: number;
  /** The video's size in pixels; even numbers. */
  size: Size;
  /**
   * The first picture's own size, `size` unless given. ffmpeg takes a picture of less than three quarters of the
   * announced height for one field of two and loses every other one (libavcodec/mjpegdec.c).
   */
  firstPictureSize?: Size | undefined;
}

/** An ffmpeg process that encodes JPEG pictures into a fragmented mp4. */
export class Encoder {
  readonly #process: ChildProcess;
  readonly #input: Writable;
  #ending = false;
  /**
   * Resolves when the process has exited, for any reason: with an error where pictures may be missing from the file,
   * because it exited before `end` or with a failure.
   */
  readonly exited: Promise<Error | undefined>;

  private constructor(started: ChildProcess, input: Writable) {
    this.#process = started;
    this.#input = input;
    const errorText = lastErrorText(started);
    this.exited = exitOf(started).then(
      (code) => {
        if (this.#ending && code === 0) return undefined;
        const what = this.#ending ? "could not finish a recording" : "ended early";
        return new Error(`ffmpeg ${what} (${code ?? "by a signal"}): ${errorText()}`);
      },
      (error: Error) => error,
    );
    // The process's exit is handled instead.
    input.on("error", () => undefined);
  }

  /** Rejects when the program cannot be started. */
  static async start(options: EncoderOptions): Promise<Encoder> {
    const { ffmpegPath, file, rate, size, firstPictureSize = size } = options;
    const started = launch(ffmpegPath, encodingArgs(file, rate, size), ["pipe", "ignore", "pipe"]);
    await once(started, "spawn");
    if (!started.stdin) throw new Error("the encoder has no input");
    const encoder = new Encoder(started, started.stdin);
    encoder.#input.write(matroskaHeader(firstPictureSize));
    return encoder;
  }

  /** True while the pipe's buffer is full; more pictures would only use memory. */
  get full(): boolean {
    return this.#input.writableNeedDrain;
  }

  /** Adds a picture at `atMs` milliseconds from the start. */
  write(jpeg: Buffer, atMs: number): void {
    if (this.#input.writable) this.#input.write(matroskaCluster(jpeg, atMs));
  }

  /** Ends the input; resolves when the file is complete, or the process was killed after a timeout. */
  async end(): Promise<void> {
    this.#ending = true;
    this.#input.end();
    const timer = setTimeout(() => this.kill(), endTimeoutMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }
}

/**
 * Copies the video in `from` to `to` with its index first, so that players have its length and can seek.
 * Rejects when it cannot be read or takes too long, and when `signal` aborts.
 */
export async function moveIndexToFront(
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
  const timer = setTimeout(kill, reorderTimeoutMs);
  const errorText = lastErrorText(started);
  try {
    const code = await exitOf(started);
    if (code !== 0) throw new Error(`ffmpeg could not finish a video (${code}): ${errorText()}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
  }
}

function launch(ffmpegPath: string, args: readonly string[], stdio: ("pipe" | "ignore")[]): ChildProcess {
  const [command, all] = withParentDeathSignal(ffmpegPath, args);
  return spawn(command, all, {
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
    // In its own process group, so that a terminal's Ctrl-C reaches only the service.
    detached: true,
    stdio,
  });
}

/** Reads a process's error output; the returned function gives its last 2000 characters. */
function lastErrorText(started: ChildProcess): () => string {
  let text = "";
  started.stderr?.on("data", (part: Buffer) => {
    text = `${text}${part}`.slice(-stderrMaxChars);
  });
  return () => text.trim();
}

/** The process's exit code, null after a signal, once its output is read; rejects when it could not be started. */
function exitOf(started: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("close", (code) => resolve(code));
  });
}
