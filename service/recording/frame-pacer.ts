// When a recording shows which picture. Pictures come when a page changes; a video runs on a grid of its frame
// rate and must last as long as what it shows, so the last picture is repeated. Pure: time is handed in.

const leastVideoRate = 10;
// A video of a single frame has no length.
const leastFrames = 2;

/**
 * Frames a second of a video whose picture changes at most `framerate` times a second: a multiple of it, fine
 * enough that the video ends when the recording did.
 */
export const videoRateOf = (framerate: number) => framerate * Math.ceil(leastVideoRate / framerate);

export interface TimedPicture<Picture> {
  picture: Picture;
  /** Milliseconds since the start of the video, on the grid. */
  atMs: number;
}

export class FramePacer<Picture> {
  readonly #rate: number;
  readonly #repeatMs: number;
  /** Shown since the last one was written. */
  #newest: Picture | undefined;
  #written: { picture: Picture; place: number } | undefined;

  /** `rate` is in frames a second. A picture that stays is written again every `repeatMs`, so that a cut-off video lacks no more than that. */
  constructor({ rate, repeatMs }: { rate: number; repeatMs: number }) {
    this.#rate = rate;
    this.#repeatMs = repeatMs;
  }

  /** Takes the picture that is now to be seen; an earlier one that was not yet due is dropped. */
  show(picture: Picture): void {
    this.#newest = picture;
  }

  /** What is to be written at this time, oldest first. The very first picture is at 0 whenever it comes. */
  due(elapsedMs: number): TimedPicture<Picture>[] {
    const place = Math.floor((elapsedMs * this.#rate) / 1000);
    const earlier = this.#written;
    if (earlier && place <= earlier.place) return [];
    const newest = this.#newest;
    this.#newest = undefined;
    if (!earlier) return newest === undefined ? [] : [this.#write(newest, 0)];
    if (newest !== undefined) {
      // Without it, a change of size makes the encoder forget how long the earlier picture stood.
      const held = place - earlier.place > 1 ? [this.#write(earlier.picture, place - 1)] : [];
      return [...held, this.#write(newest, place)];
    }
    return this.#at(place) - this.#at(earlier.place) < this.#repeatMs
      ? []
      : [this.#write(earlier.picture, place)];
  }

  /**
   * What makes the video end at this time: a picture that was still waiting, and the last one again. The encoder
   * takes that one for the end of what was before it and does not show it.
   */
  end(elapsedMs: number): TimedPicture<Picture>[] {
    const waiting = this.due(elapsedMs);
    const earlier = this.#written;
    if (!earlier) return [];
    const end = Math.max(earlier.place + 1, leastFrames, Math.round((elapsedMs * this.#rate) / 1000));
    return [...waiting, this.#write(earlier.picture, end)];
  }

  #write(picture: Picture, place: number): TimedPicture<Picture> {
    this.#written = { picture, place };
    return { picture, atMs: this.#at(place) };
  }

  #at(place: number): number {
    return Math.round((place * 1000) / this.#rate);
  }
}
