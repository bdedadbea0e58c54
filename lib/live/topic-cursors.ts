// The topics of a stream with a cursor for each. A cursor is the last entry that all listeners have: after a break, or
// for a later listener, the stream continues from there, and each listener drops the entries it already has.
import type { Cursor, LiveFrame, Topic, TopicRequest } from "../bff/live.ts";

interface Position {
  cursor: Cursor | undefined;
  /** More has been requested than the open stream delivers: its remaining frames do not advance the cursor. */
  held: boolean;
}

/** The cursor after a frame; undefined for frames that are not log entries. */
export function cursorOf(frame: LiveFrame): { topic: Topic; cursor: Cursor } | undefined {
  if (frame.kind === "gap") return { topic: frame.topic, cursor: { epoch: frame.epoch, id: frame.gap.id } };
  if (frame.kind !== "lines") return undefined;
  const last = frame.lines.at(-1);
  return last && { topic: frame.topic, cursor: { epoch: frame.epoch, id: last.id } };
}

/** The earlier of two cursors; undefined (the beginning) when they cannot be compared. */
export function earlier(one: Cursor | undefined, other: Cursor | undefined): Cursor | undefined {
  if (one === undefined || other === undefined || one.epoch !== other.epoch) return undefined;
  return one.id <= other.id ? one : other;
}

/** The requested topics and their cursors. */
export class TopicCursors {
  readonly #positions = new Map<Topic, Position>();

  has(topic: Topic): boolean {
    return this.#positions.has(topic);
  }

  get topics(): Topic[] {
    return [...this.#positions.keys()];
  }

  /** Adds `topic` from `cursor` on. True when the open stream does not deliver that. */
  add(topic: Topic, cursor: Cursor | undefined): boolean {
    const position = this.#positions.get(topic);
    if (position === undefined) {
      this.#positions.set(topic, { cursor, held: true });
      return true;
    }
    const delivered =
      cursor !== undefined &&
      (position.cursor === undefined ||
        (position.cursor.epoch === cursor.epoch && position.cursor.id <= cursor.id));
    if (delivered) return position.held;
    position.cursor = earlier(position.cursor, cursor);
    position.held = true;
    return true;
  }

  /** Removes `topic`; true when it was present. */
  remove(topic: Topic): boolean {
    return this.#positions.delete(topic);
  }

  /** Advances a topic's cursor by a received frame. */
  advance(frame: LiveFrame): void {
    const at = cursorOf(frame);
    const position = at && this.#positions.get(at.topic);
    if (at && position && !position.held) position.cursor = at.cursor;
  }

  /** The requests of a new stream with `topics`, whose frames advance the cursors from now on. */
  begin(topics: readonly Topic[]): TopicRequest[] {
    const requests: TopicRequest[] = [];
    for (const topic of topics) {
      const position = this.#positions.get(topic);
      if (position === undefined) continue;
      position.held = false;
      requests.push({ topic, cursor: position.cursor });
    }
    return requests;
  }
}
