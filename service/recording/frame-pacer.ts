// When a recording shows which picture. Pictures come when a page changes; a video runs on a grid of its frame
// rate and must last as long as what it shows, so the last picture is repeated. Pure: time is handed in.

export interface TimedPicture<Picture> {
  picture: Picture;
  /** Milliseconds since the start of the video, on the grid. */
  atMs: number;
}

export class FramePacer<Picture> {
  readonly #framerate: number;
  readonly #repeatMs: number;
  /** Shown since the last one was written. */
  #newest: Picture | undefined;
  #written: { picture: Picture; place: number } | undefined;

  /** A picture that stays is written again every `repeatMs`, so that a cut-off video lacks no more than that. */
  constructor({ framerate, repeatMs }: { framerate: number; repeatMs: number }) {
    this.#framerate = framerate;
    this.#repeatMs = repeatMs;
  }

  /** Takes the picture that is now to be seen; an earlier one that was not yet due is dropped. */
  show(picture: Picture): void {
    this.#newest = picture;
  }

  /** What is to be written at this time, oldest first. The very first picture is at 0 whenever it comes. */
  due(elapsedMs: number): TimedPicture<Picture>[] {
    const place = Math.floor((elapsedMs * this.#framerate) / 1000);
    const earlier = this.#written;
    if (!earlier) return this.#newest === undefined ? [] : [this.#write(this.#newest, 0)];
    if (place <= earlier.place) return [];
    if (this.#newest !== undefined) {
      // Without it, a change of size makes the encoder forget how long the earlier picture stood.
      const held = place - earlier.place > 1 ? [this.#write(earlier.picture, place - 1)] : [];
      return [...held, this.#write(this.#newest, place)];
    }
    return this.#at(place) - this.#at(earlier.place) < this.#repeatMs
      ? []
      : [this.#write(earlier.picture, place)];
  }

  /** What makes the video end at this time: a picture that was still waiting, or the last one again. */
  end(elapsedMs: number): TimedPicture<Picture>[] {
    const waiting = this.due(elapsedMs);
    const last = Math.round((elapsedMs * this.#framerate) / 1000) - 1;
    const earlier = this.#written;
    return earlier && last > earlier.place ? [...waiting, this.#write(earlier.picture, last)] : waiting;
  }

  #write(picture: Picture, place: number): TimedPicture<Picture> {
    if (picture === this.#newest) this.#newest = undefined;
    this.#written = { picture, place };
    return { picture, atMs: this.#at(place) };
  }

  #at(place: number): number {
    return Math.round((place * 1000) / this.#framerate);
  }
}
