// Which topics the one stream carries and how far it has come in each. A place is what all who listen have at least:
// after a break, or when somebody comes late, the stream goes on from there and each listener drops what it has.
import type { Cursor, LiveFrame, Topic } from "../bff/live.ts";

export interface AskedPlace {
  readonly topic: Topic;
  /** Undefined: from the oldest line the server keeps. */
  readonly cursor: Cursor | undefined;
}

interface Place {
  cursor: Cursor | undefined;
  /** Somebody asked for more than the present stream brings: what still comes on it moves nothing. */
  held: boolean;
}

/** Where a frame leaves its reader: undefined for frames that are no entries of a log. */
export function cursorOf(frame: LiveFrame): { topic: Topic; cursor: Cursor } | undefined {
  if (frame.kind === "gap") return { topic: frame.topic, cursor: { epoch: frame.epoch, id: frame.gap.id } };
  if (frame.kind !== "lines") return undefined;
  const last = frame.lines.at(-1);
  return last && { topic: frame.topic, cursor: { epoch: frame.epoch, id: last.id } };
}

/** The earlier of two places; undefined (the beginning) where they cannot be compared. */
export function earlier(one: Cursor | undefined, other: Cursor | undefined): Cursor | undefined {
  if (one === undefined || other === undefined || one.epoch !== other.epoch) return undefined;
  return one.id <= other.id ? one : other;
}

export class TopicPlaces {
  readonly #places = new Map<Topic, Place>();

  has(topic: Topic): boolean {
    return this.#places.has(topic);
  }

  get topics(): Topic[] {
    return [...this.#places.keys()];
  }

  /** Somebody needs `topic` from `cursor` on. True when the present stream does not bring that. */
  ask(topic: Topic, cursor: Cursor | undefined): boolean {
    const place = this.#places.get(topic);
    if (place === undefined) {
      this.#places.set(topic, { cursor, held: true });
      return true;
    }
    const brought =
      cursor !== undefined &&
      (place.cursor === undefined || (place.cursor.epoch === cursor.epoch && place.cursor.id <= cursor.id));
    if (brought) return place.held;
    place.cursor = earlier(place.cursor, cursor);
    place.held = true;
    return true;
  }

  /** Nobody needs `topic` any more; true when it was there. */
  drop(topic: Topic): boolean {
    return this.#places.delete(topic);
  }

  /** Moves a topic on by what has just come. */
  pass(frame: LiveFrame): void {
    const at = cursorOf(frame);
    const place = at && this.#places.get(at.topic);
    if (at && place && !place.held) place.cursor = at.cursor;
  }

  /** What a stream that is opened now must ask for: `topics`; from here on its frames count. */
  begin(topics: readonly Topic[]): AskedPlace[] {
    const asked: AskedPlace[] = [];
    for (const topic of topics) {
      const place = this.#places.get(topic);
      if (place === undefined) continue;
      place.held = false;
      asked.push({ topic, cursor: place.cursor });
    }
    return asked;
  }
}
