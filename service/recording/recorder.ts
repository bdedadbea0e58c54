// One recording of one session, from its first picture to its last. It follows the session's browser through
// restarts and ends by itself with the session's holder, its time or its size. What becomes of the file
// afterwards is the caller's business.
import { stat } from "node:fs/promises";
import type { Screencast } from "../chromium/screencast.ts";
import type { Clock } from "../domain/clock.ts";
import { blankPicture } from "./blank.ts";
import { Encoder, evenSize, type Size } from "./encoder.ts";
import { FramePacer, videoRateOf } from "./frame-pacer.ts";
import { jpegSize } from "./jpeg-size.ts";

const firstPictureWithinMs = 3000;
const repeatMs = 1000;
const sizeCheckEveryMs = 1000;

/** What a recorder needs of a session. */
export interface Recorded {
  /** Another one after the browser was replaced. */
  readonly screencast: Screencast;
  readonly ready: Promise<unknown>;
  /** Aborted when the session ends or changes hands. */
  readonly holding: AbortSignal;
}

export interface RecorderOptions {
  session: Recorded;
  ffmpegPath: string;
  /** Written as a fragmented mp4: readable up to its last second whenever it is cut off. */
  file: string;
  /** How often the picture may change in a second. */
  framerate: number;
  /** Of the video as long as no page shows a picture. */
  blankSize: Size;
  maxDurationMs: number;
  maxBytes: number;
  clock: Clock;
}

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
    this.#pacer = new FramePacer({ rate: videoRateOf(options.framerate), repeatMs });
    this.#startedMs = options.clock.now();
    this.#sizeCheckedMs = this.#startedMs;
    this.startedAt = options.clock.timestamp();
    this.#holding = options.session.holding;
    this.#holding.addEventListener("abort", this.stop, { once: true });
    void encoder.exited.then(this.stop);
    this.#pacer.show(first);
    this.#tick();
  }

  /** Resolves when the recording runs; undefined when the session's holder went before. */
  static async start(options: RecorderOptions): Promise<Recorder | undefined> {
    const { session, ffmpegPath, file, framerate } = options;
    const { holding } = session;
    await session.ready;
    if (holding.aborted) return undefined;
    const first = awaitPicture(session, options.clock);
    try {
      const picture = await first.picture;
      if (holding.aborted) return undefined;
      const size = evenSize((picture && jpegSize(picture)) ?? options.blankSize);
      const encoder = await Encoder.start({ ffmpegPath, file, rate: videoRateOf(framerate), size });
      const recorder = new Recorder(options, encoder, picture ?? blankPicture);
      if (holding.aborted) recorder.stop();
      return recorder;
    } finally {
      // Only now, so that the picture runs on without a break.
      first.leave();
    }
  }

  /** Resolves with the time of the last picture once no more is recorded. */
  get stopped(): Promise<string> {
    return this.#stopped.promise;
  }

  /** Records no more from this moment on. Repeatable. */
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

  /** Resolves when the file is complete or has been given up. */
  async finish(): Promise<void> {
    await this.stopped;
    await this.#finished;
  }

  /** Gives up what is not in the file yet. */
  kill(): void {
    this.#encoder.kill();
  }

  get #elapsedMs(): number {
    return Math.min(this.#options.clock.now() - this.#startedMs, this.#options.maxDurationMs);
  }

  #tick(): void {
    this.#follow();
    const elapsedMs = this.#elapsedMs;
    if (elapsedMs >= this.#options.maxDurationMs) {
      this.stop();
      return;
    }
    // While the encoder is behind, newer pictures take the place of older ones.
    if (!this.#encoder.full) {
      for (const { picture, atMs } of this.#pacer.due(elapsedMs)) this.#encoder.write(picture, atMs);
    }
    this.#checkSize();
    const everyMs = 1000 / this.#options.framerate;
    this.#cancelTick = this.#options.clock.after(everyMs - (elapsedMs % everyMs), () => this.#tick());
  }

  #follow(): void {
    const { screencast } = this.#options.session;
    if (screencast === this.#watched?.screencast) return;
    this.#watched?.leave();
    const leave = screencast.watch({ frame: ({ jpeg }) => this.#pacer.show(jpeg), page: () => undefined });
    this.#watched = { screencast, leave };
  }

  #checkSize(): void {
    const now = this.#options.clock.now();
    if (now - this.#sizeCheckedMs < sizeCheckEveryMs) return;
    this.#sizeCheckedMs = now;
    stat(this.#options.file).then(
      ({ size }) => {
        if (size >= this.#options.maxBytes) this.stop();
      },
      // Not there yet.
      () => undefined,
    );
  }
}

/** The first picture that comes; undefined when none does within a few seconds, or the holder goes. */
function awaitPicture(
  session: Recorded,
  clock: Clock,
): { picture: Promise<Buffer | undefined>; leave: () => void } {
  const found = Promise.withResolvers<Buffer | undefined>();
  const giveUp = () => found.resolve(undefined);
  const unwatch = session.screencast.watch({
    frame: ({ jpeg }) => found.resolve(jpeg),
    page: () => undefined,
  });
  const cancel = clock.after(firstPictureWithinMs, giveUp);
  session.holding.addEventListener("abort", giveUp, { once: true });
  const leave = () => {
    cancel();
    session.holding.removeEventListener("abort", giveUp);
    unwatch();
  };
  return { picture: found.promise, leave };
}
