// One recording of one session. It continues when the session's browser is replaced, and stops with the session's
// holder or at its maximum duration or size. The caller finishes the file.
import { stat } from "node:fs/promises";
import type { Screencast } from "../chromium/screencast.ts";
import type { Clock } from "../kernel/clock.ts";
import { Encoder, evenSize, type Size } from "./encoder.ts";
import { FramePacer, videoRateOf } from "./frame-pacer.ts";
import { jpegSize, sameJpegSize } from "./jpeg-size.ts";

const firstPictureTimeoutMs = 3000;
const repeatMs = 1000;
const sizeCheckEveryMs = 1000;

/** The part of a session that a recorder uses. */
export interface RecordedSession {
  /** The current browser's screencast; another one after the browser was replaced. */
  readonly screencast: Screencast;
  readonly ready: Promise<unknown>;
  /** Aborted when the session ends or is released. */
  readonly holding: AbortSignal;
}

export interface RecorderOptions {
  session: RecordedSession;
  ffmpegPath: string;
  /** Path of the fragmented mp4, readable up to its last second when it is truncated. */
  file: string;
  /** Maximum number of picture changes per second. */
  framerate: number;
  /** The video's size when no page has a picture at the start. */
  blankSize: Size;
  maxDurationMs: number;
  maxBytes: number;
  clock: Clock;
}

/** A running recording. */
export class Recorder {
  readonly startedAt: string;
  readonly #options: RecorderOptions;
  readonly #encoder: Encoder;
  readonly #pacer: FramePacer<Buffer>;
  readonly #startedMs: number;
  readonly #holding: AbortSignal;
  readonly #stopped = Promise.withResolvers<string>();
  #watched: { screencast: Screencast; leave: () => void } | undefined;
  #sizeCheckedMs: number;
  #cancelTick: () => void = () => undefined;
  #finished: Promise<void> | undefined;

  private constructor(options: RecorderOptions, encoder: Encoder, first: Buffer) {
    this.#options = options;
    this.#encoder = encoder;
    this.#pacer = new FramePacer({
      rate: videoRateOf(options.framerate),
      repeatMs,
      sameSize: sameJpegSize,
    });
    this.#startedMs = options.clock.monotonicMs();
    this.#sizeCheckedMs = this.#startedMs;
    this.startedAt = options.clock.timestamp();
    this.#holding = options.session.holding;
    this.#holding.addEventListener("abort", this.stop, { once: true });
    void encoder.exited.then(this.stop);
    this.#pacer.show(first);
    this.#tick();
  }

  /** Starts a recording; resolves with undefined when the session ended or was released before. */
  static async start(options: RecorderOptions): Promise<Recorder | undefined> {
    const { session, ffmpegPath, file, framerate } = options;
    const { holding } = session;
    await session.ready;
    if (holding.aborted) return undefined;
    const first = awaitPicture(session, options.clock);
    try {
      const picture = await first.picture;
      if (holding.aborted) return undefined;
      const shown = picture ?? blankPicture;
      const encoder = await Encoder.start({
        ffmpegPath,
        file,
        rate: videoRateOf(framerate),
        size: evenSize((picture && jpegSize(picture)) ?? options.blankSize),
        firstPictureSize: jpegSize(shown),
      });
      const recorder = new Recorder(options, encoder, shown);
      if (holding.aborted) recorder.stop();
      return recorder;
    } finally {
      // Only now, so that the screencast is not interrupted.
      first.leave();
    }
  }

  /** Resolves with the end time once the recording has stopped. */
  get stopped(): Promise<string> {
    return this.#stopped.promise;
  }

  /** Stops recording. Idempotent. */
  readonly stop = (): void => {
    if (this.#finished) return;
    this.#cancelTick();
    this.#holding.removeEventListener("abort", this.stop);
    this.#watched?.leave();
    this.#watched = undefined;
    for (const { picture, atMs } of this.#pacer.end(this.#elapsedMs)) this.#encoder.write(picture, atMs);
    this.#finished = this.#encoder.end();
    this.#stopped.resolve(this.#options.clock.timestamp());
  };

  /** Resolves when the file is complete or the encoder was killed: with an error where pictures may be missing. */
  async finish(): Promise<Error | undefined> {
    await this.stopped;
    await this.#finished;
    return await this.#encoder.exited;
  }

  /** What is left of its maximum duration. */
  get remainingMs(): number {
    return this.#options.maxDurationMs - this.#elapsedMs;
  }

  /** Kills the encoder; pictures that are not in the file yet are lost. */
  kill(): void {
    this.#encoder.kill();
  }

  get #elapsedMs(): number {
    return Math.min(this.#options.clock.monotonicMs() - this.#startedMs, this.#options.maxDurationMs);
  }

  #tick(): void {
    this.#follow();
    const elapsedMs = this.#elapsedMs;
    if (elapsedMs >= this.#options.maxDurationMs) {
      this.stop();
      return;
    }
    // While the encoder's input is full, newer pictures replace older ones.
    if (!this.#encoder.full) {
      for (const { picture, atMs } of this.#pacer.due(elapsedMs)) this.#encoder.write(picture, atMs);
    }
    this.#checkSize();
    const everyMs = 1000 / this.#options.framerate;
    this.#cancelTick = this.#options.clock.later(everyMs - (elapsedMs % everyMs), () => this.#tick());
  }

  #follow(): void {
    const { screencast } = this.#options.session;
    if (screencast === this.#watched?.screencast) return;
    this.#watched?.leave();
    const leave = screencast.watch({ frame: ({ jpeg }) => this.#pacer.show(jpeg), page: () => undefined });
    this.#watched = { screencast, leave };
  }

  #checkSize(): void {
    const now = this.#options.clock.monotonicMs();
    if (now - this.#sizeCheckedMs < sizeCheckEveryMs) return;
    this.#sizeCheckedMs = now;
    stat(this.#options.file).then(
      ({ size }) => {
        if (size >= this.#options.maxBytes) this.stop();
      },
      // The file does not exist yet.
      () => undefined,
    );
  }
}

/** Waits for the first picture; undefined when none arrives within 3 seconds or the session is released. */
function awaitPicture(
  session: RecordedSession,
  clock: Clock,
): { picture: Promise<Buffer | undefined>; leave: () => void } {
  const found = Promise.withResolvers<Buffer | undefined>();
  const giveUp = () => found.resolve(undefined);
  const unwatch = session.screencast.watch({
    frame: ({ jpeg }) => found.resolve(jpeg),
    page: () => undefined,
  });
  const cancel = clock.later(firstPictureTimeoutMs, giveUp);
  session.holding.addEventListener("abort", giveUp, { once: true });
  const leave = () => {
    cancel();
    session.holding.removeEventListener("abort", giveUp);
    unwatch();
  };
  return { picture: found.promise, leave };
}

/** A grey JPEG of 16 by 16 pixels, the first picture of a recording while no page has one. */
export const blankPicture = Buffer.from(
  [
    "/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU4LjQyLjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBo",
    "aGBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAA",
    "AAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgAEAAQAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==",
  ].join(""),
  "base64",
);
