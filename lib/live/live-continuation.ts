// Continues stored lines with those of the live stream, whose first lines repeat the last stored ones.
import { likelyPosition } from "../format/likely-position.ts";
import type { FeedEntries, FeedLine } from "./log-feed.ts";

/** The most stored lines that are compared: no live stream begins with more. */
const comparedLines = 2_000;

type Gap = Extract<FeedEntries, { kind: "gap" }>["gap"];

/** Receives the entries of both, and passes them on as one sequence of numbered lines and gaps. */
export class LiveContinuation {
  readonly #forward: (event: FeedEntries) => void;
  #epoch = "live";
  #lastId = 0;
  #tail: FeedLine[] = [];
  #held: FeedEntries[] = [];
  #isJoined = false;

  constructor(forward: (event: FeedEntries) => void) {
    this.#forward = forward;
  }

  /** Entries of the stored log, oldest first; all before `join`. */
  addStored(event: FeedEntries): void {
    this.#epoch = event.epoch;
    if (event.kind === "lines") this.#tail = [...this.#tail, ...event.lines].slice(-comparedLines);
    this.#number(event);
  }

  /** Entries of the live stream; held until `join`. */
  addLive(event: FeedEntries): void {
    if (this.#isJoined) this.#number(event);
    else this.#held.push(event);
  }

  get hasHeldLines(): boolean {
    return this.#held.some(({ kind }) => kind === "lines");
  }

  /** Everything stored was added, and all that the live stream began with. Marks what may be missing between the two. */
  join(): void {
    if (this.#isJoined) return;
    this.#isJoined = true;
    const held = this.#held;
    this.#held = [];
    const lines = held.flatMap((event) => (event.kind === "lines" ? event.lines : []));
    const textsOf = (list: readonly FeedLine[]) => list.map(({ text }) => text);
    const position = likelyPosition(textsOf(this.#tail), textsOf(lines), true);
    const [first] = lines;
    if (position === undefined && first !== undefined && this.#tail.length > 0)
      this.#addGap({ reason: "overflow", count: null, from: this.#tail.at(-1)?.at ?? null, to: first.at });
    this.#tail = [];
    this.#addAfter(held, position ?? 0);
  }

  /** Adds what follows the first `count` lines; gaps before that are among the stored entries. */
  #addAfter(held: readonly FeedEntries[], count: number): void {
    let passed = 0;
    for (const event of held) {
      if (event.kind === "gap") {
        if (passed > count || (passed === count && count > 0)) this.#number(event);
        continue;
      }
      const lines = event.lines.slice(Math.max(0, count - passed));
      passed += event.lines.length;
      if (lines.length > 0) this.#number({ ...event, lines });
    }
  }

  #number(event: FeedEntries): void {
    if (event.kind === "gap") {
      const { id: _, ...gap } = event.gap;
      this.#addGap(gap);
      return;
    }
    const lines = event.lines.map((line) => ({ ...line, id: ++this.#lastId }));
    this.#forward({ kind: "lines", epoch: this.#epoch, lines });
  }

  #addGap(gap: Omit<Gap, "id">): void {
    this.#lastId += 1;
    this.#forward({ kind: "gap", epoch: this.#epoch, gap: { ...gap, id: this.#lastId } });
  }
}
