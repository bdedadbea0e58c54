// Continues what is shown of a log with each live stream that begins anew: the first one after stored lines, later ones
// after a restart of the dashboard or at another replica. Such a beginning repeats lines that are shown.
import { likelyOverlap, type Overlap } from "../format/likely-position.ts";
import type { FeedEntries, FeedLine } from "./log-feed.ts";

/** At least so many shown lines are compared: a live stream that begins anew may end so far behind them. */
const comparedLines = 20_000;

type Gap = Extract<FeedEntries, { kind: "gap" }>["gap"];

/** Where the lines of a log are numbered: the number in a line's text; undefined for another text. */
type NumberOf = (text: string) => number | undefined;

/** Passes entries on as one sequence of one epoch, each line once, with a gap where lines may be missing. */
export class LiveContinuation {
  readonly #forward: (event: FeedEntries) => void;
  readonly #numberOf: NumberOf | undefined;
  /** The epoch of what is passed on: that of the first entry, whose ids go on. */
  #epoch: string | undefined;
  #lastId: number | undefined;
  /** What is added to the ids of the present stream; undefined: its next entry follows the last one. */
  #offset: number | undefined;
  /** The newest lines that were passed on. */
  #tail: FeedLine[] = [];
  #hasEnded = false;
  #liveEpoch: string | undefined;
  /** What the live stream has begun with. */
  #held: FeedEntries[] = [];
  #isJoined = false;
  /** Shown lines that the live stream may still repeat, the next one last. */
  #ahead: string[] = [];
  /** Gaps of the live stream after which it is not known yet whether a shown line follows. */
  #heldGaps: FeedEntries[] = [];
  /** Numbered lines up to this one were shown; undefined once a later one came. */
  #shownNumber: number | undefined;
  #gapReason: "overflow" | "expired" = "overflow";

  constructor(forward: (event: FeedEntries) => void, numberOf?: NumberOf) {
    this.#forward = forward;
    this.#numberOf = numberOf;
  }

  /** Entries of the stored log, oldest first; all before `join`. */
  addStored(event: FeedEntries): void {
    this.#pass(event);
  }

  /** Entries of the live stream; those that a stream begins with are held until `join`. */
  addLive(event: FeedEntries): void {
    if (event.epoch !== this.#liveEpoch) this.#begin(event.epoch);
    if (this.#isJoined) this.#continue(event);
    else this.#held.push(event);
  }

  /** The live stream is opened again: its next entries are what it begins with. */
  reopen(): void {
    this.#liveEpoch ??= "";
    this.#begin(this.#liveEpoch);
  }

  /** All that the live stream begins with was added, and everything stored before it. */
  join(): void {
    this.#join();
  }

  /** Joins only where the live stream has begun with shown lines: there may be more that it begins with. */
  joinOverlap(): void {
    if (this.#isJoined) return;
    const overlap = overlapOf(this.#tail, this.#held);
    if (overlap !== undefined) this.#join(overlap);
  }

  /** The log has ended: if it begins anew, nothing is missing before what it begins with. */
  end(): void {
    this.#hasEnded = true;
  }

  /** `overlap`: what it begins with that is shown, where that is known. */
  #join(overlap?: Overlap): void {
    if (this.#isJoined) return;
    this.#isJoined = true;
    this.#offset = undefined;
    const held = this.#held;
    this.#held = [];
    const last = this.#tail.at(-1);
    if (last === undefined) for (const event of held) this.#pass(event);
    else if (this.#numberOf === undefined)
      this.#joinTexts(held, last, overlap ?? overlapOf(this.#tail, held));
    else {
      this.#shownNumber = this.#numberOf(last.text);
      for (const event of held) this.#continue(event);
    }
  }

  #begin(epoch: string): void {
    const isFirst = this.#liveEpoch === undefined;
    this.#liveEpoch = epoch;
    this.#held = [];
    this.#ahead = [];
    this.#heldGaps = [];
    if (isFirst) return;
    this.#gapReason = "expired";
    if (!this.#isJoined) return;
    this.#isJoined = false;
    if (this.#numberOf !== undefined) this.join();
  }

  #joinTexts(held: readonly FeedEntries[], last: FeedLine, overlap: Overlap | undefined): void {
    if (overlap === undefined && this.#hasEnded) {
      // Only the gap for the change of epochs is untrue among the stream's own.
      for (const event of held) if (!isExpired(event)) this.#continue(event);
      return;
    }
    if (overlap === undefined) {
      const [expired] = held.flatMap((event) => (isExpired(event) ? event.gap : []));
      const to = linesOf(held)[0]?.at ?? expired?.to;
      if (to !== undefined) this.#addGap({ count: null, from: last.at, to });
    }
    this.#ahead = overlap?.ahead.toReversed() ?? [];
    this.#continueAfter(held, overlap?.repeated ?? 0);
  }

  /** Passes on what follows the first `count` lines; gaps before that are among what is shown. */
  #continueAfter(held: readonly FeedEntries[], count: number): void {
    let passed = 0;
    for (const event of held) {
      if (event.kind === "gap") {
        if (passed > count || (passed === count && count > 0)) this.#continue(event);
        continue;
      }
      const lines = event.lines.slice(Math.max(0, count - passed));
      passed += event.lines.length;
      if (lines.length > 0) this.#continue({ ...event, lines });
    }
  }

  /** Passes on entries of a joined stream, except lines that are shown already, and gaps before such lines. */
  #continue(event: FeedEntries): void {
    if (this.#shownNumber === undefined && this.#ahead.length === 0) this.#pass(event);
    else if (event.kind === "gap") {
      // Numbers say themselves what is missing.
      if (this.#ahead.length > 0) this.#heldGaps.push(event);
    } else {
      const lines = event.lines.filter((line) => !this.#isShown(line));
      const gaps = this.#heldGaps;
      this.#heldGaps = [];
      if (lines.length === 0) return;
      if (lines.length === event.lines.length) for (const gap of gaps) this.#pass(gap);
      this.#pass({ ...event, lines });
    }
  }

  #isShown(line: FeedLine): boolean {
    if (this.#ahead.length > 0) {
      const isShown = line.text === this.#ahead.at(-1);
      if (isShown) this.#ahead.pop();
      else this.#ahead = [];
      return isShown;
    }
    if (this.#shownNumber === undefined) return false;
    const number = this.#numberOf?.(line.text) ?? this.#shownNumber + 1;
    if (number <= this.#shownNumber) return true;
    const count = number - this.#shownNumber - 1;
    const from = this.#tail.at(-1)?.at ?? null;
    if (count > 0) this.#addGap({ count, from, to: line.at });
    this.#shownNumber = undefined;
    return false;
  }

  /** Passes entries on, with ids that continue those before; where their ids jump, so do these. */
  #pass(event: FeedEntries): void {
    this.#epoch ??= event.epoch;
    const epoch = this.#epoch;
    const firstId = event.kind === "gap" ? event.gap.id : event.lines[0]?.id;
    if (firstId === undefined) return;
    this.#offset ??= this.#lastId === undefined ? 0 : this.#lastId + 1 - firstId;
    const offset = this.#offset;
    if (event.kind === "gap") {
      this.#lastId = event.gap.id + offset;
      this.#forward({ ...event, epoch, gap: { ...event.gap, id: this.#lastId } });
      return;
    }
    const lines = offset === 0 ? event.lines : event.lines.map((line) => ({ ...line, id: line.id + offset }));
    this.#lastId = lines.at(-1)?.id;
    for (const line of lines) this.#tail.push(line);
    if (this.#tail.length > 2 * comparedLines) this.#tail = this.#tail.slice(-comparedLines);
    this.#hasEnded = false;
    this.#forward({ kind: "lines", epoch, lines });
  }

  /** Adds the gap before what a stream begins with. */
  #addGap(gap: Omit<Gap, "id" | "reason">): void {
    const id = (this.#lastId ?? 0) + 1;
    this.#lastId = id;
    this.#forward({
      kind: "gap",
      epoch: this.#epoch ?? "",
      gap: { id, reason: this.#gapReason, ...gap },
    });
  }
}

const isExpired = (event: FeedEntries): event is Extract<FeedEntries, { kind: "gap" }> =>
  event.kind === "gap" && event.gap.reason === "expired";

const linesOf = (events: readonly FeedEntries[]) =>
  events.flatMap((event) => (event.kind === "lines" ? event.lines : []));

const overlapOf = (shown: readonly FeedLine[], held: readonly FeedEntries[]) =>
  likelyOverlap(textsOf(shown), textsOf(linesOf(held)));

const textsOf = (lines: readonly FeedLine[]) => lines.map(({ text }) => text);
