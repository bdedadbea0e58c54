// Assigns pictures to frames of a video. Pictures arrive when a page changes; a video has a fixed frame rate and must
// last as long as the recording, so the last picture is repeated. Pure: times are arguments.

const minVideoRate = 10;
// A video of a single frame has no duration.
const minFrames = 2;

/**
 * The frame rate of a video whose picture changes at most `framerate` times a second: a multiple of it and at least 10,
 * so that the video ends when the recording did.
 */
export const videoRateOf = (framerate: number) => framerate * Math.ceil(minVideoRate / framerate);

export interface TimedPicture<Picture> {
  picture: Picture;
  /** Milliseconds from the start of the video: those of a frame, or one less for the last of its size. */
  atMs: number;
}

export interface FramePacerOptions<Picture> {
  /** Frames per second. */
  rate: number;
  /** An unchanged picture is repeated at this interval, the most that a truncated video loses. */
  repeatMs: number;
  sameSize: (one: Picture, other: Picture) => boolean;
}

/** Selects the pictures to write at each point in time. */
export class FramePacer<Picture> {
  readonly #rate: number;
  readonly #repeatMs: number;
  readonly #sameSize: (one: Picture, other: Picture) => boolean;
  /** The newest picture that is not written yet. */
  #newest: Picture | undefined;
  #written: { picture: Picture; frameIndex: number } | undefined;

  constructor({ rate, repeatMs, sameSize }: FramePacerOptions<Picture>) {
    this.#rate = rate;
    this.#repeatMs = repeatMs;
    this.#sameSize = sameSize;
  }

  /** Sets the current picture; an earlier one that was not due yet is dropped. */
  show(picture: Picture): void {
    this.#newest = picture;
  }

  /** The pictures to write now, oldest first. The first picture of all is at 0, whenever it arrives. */
  due(elapsedMs: number): TimedPicture<Picture>[] {
    const frameIndex = Math.floor((elapsedMs * this.#rate) / 1000);
    const earlier = this.#written;
    if (earlier && frameIndex <= earlier.frameIndex) return [];
    const newest = this.#newest;
    this.#newest = undefined;
    if (!earlier) return newest === undefined ? [] : [this.#write(newest, 0)];
    if (newest !== undefined) {
      // A change of size makes the encoder drop the picture it holds, which is shown up to the next one. Repeated a
      // millisecond before the change, only the repetition is dropped.
      const repeated = this.#sameSize(earlier.picture, newest)
        ? []
        : [{ picture: earlier.picture, atMs: this.#at(frameIndex) - 1 }];
      return [...repeated, this.#write(newest, frameIndex)];
    }
    return this.#at(frameIndex) - this.#at(earlier.frameIndex) < this.#repeatMs
      ? []
      : [this.#write(earlier.picture, frameIndex)];
  }

  /**
   * The pictures to write so that the video ends now: any pending one, then the last one again. The encoder uses that
   * last one only as the end of the previous picture.
   */
  end(elapsedMs: number): TimedPicture<Picture>[] {
    const waiting = this.due(elapsedMs);
    const earlier = this.#written;
    if (!earlier) return [];
    const end = Math.max(earlier.frameIndex + 1, minFrames, Math.round((elapsedMs * this.#rate) / 1000));
    return [...waiting, this.#write(earlier.picture, end)];
  }

  #write(picture: Picture, frameIndex: number): TimedPicture<Picture> {
    this.#written = { picture, frameIndex };
    return { picture, atMs: this.#at(frameIndex) };
  }

  #at(frameIndex: number): number {
    return Math.round((frameIndex * 1000) / this.#rate);
  }
}
