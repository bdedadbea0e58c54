// The newest lines of one source, ready to send: each is encoded once, however many viewers read it. Entries have
// ids that rise by one; what falls out at the old end is counted, so that nobody loses a line without being told.
import { type LogGap, liveBounds, logGap, logLine } from "../../bff/live.ts";
import type { LogItem } from "./log-item.ts";

export interface RingEntry {
  readonly id: number;
  readonly kind: "line" | "gap";
  readonly at: string;
  /** The entry as it goes into a frame. */
  readonly json: string;
}

/** Lines that a reader can no longer have: everything up to `throughId`. */
export interface Lost {
  readonly throughId: number;
  /** Null when a gap of unknown size is among them. */
  readonly count: number | null;
}

export interface RingBounds {
  lines: number;
  bytes: number;
}

const maxRememberedGaps = 1000;
/** Stands before the first entry: a gap that covers what came before it needs an id below it. */
const beforeFirstId = 1;

export class LogRing {
  /** Names this life of the ring: ids of another epoch mean nothing here. */
  readonly epoch: string;
  readonly #bounds: RingBounds;
  #entries: RingEntry[] = [];
  #head = 0;
  #sizeBytes = 0;
  #addedBytes = 0;
  #lastId = beforeFirstId;
  #gaps: { id: number; count: number | null }[] = [];
  #gapsForgottenThroughId = 0;

  constructor(
    epoch: string,
    bounds: RingBounds = { lines: liveBounds.ringLines, bytes: liveBounds.ringBytes },
  ) {
    this.epoch = epoch;
    this.#bounds = bounds;
  }

  /** Id of the newest entry ever added. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the oldest entry still here; one above `lastId` when there is none. */
  get firstId(): number {
    return this.#entries[this.#head]?.id ?? this.#lastId + 1;
  }

  /** Size of everything ever added. */
  get addedBytes(): number {
    return this.#addedBytes;
  }

  /** Time of the oldest line still here. */
  get beginsAt(): string | null {
    for (let at = this.#head; at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry?.kind === "line") return entry.at;
    }
    return null;
  }

  /** Texts of the lines still here, oldest first, and how many of the last have no gap of unknown size among them. */
  shown(): { texts: string[]; unbroken: number } {
    const texts: string[] = [];
    let brokenAt = 0;
    for (const { kind, json } of this.#entries.slice(this.#head)) {
      if (kind === "line") texts.push(logLine.parse(JSON.parse(json)).text);
      else if (logGap.parse(JSON.parse(json)).count === null) brokenAt = texts.length;
    }
    return { texts, unbroken: texts.length - brokenAt };
  }

  addLine(item: LogItem): void {
    const id = this.#lastId + 1;
    const line = item.cut
      ? { id, at: item.at, text: item.text, cut: true }
      : { id, at: item.at, text: item.text };
    this.#add({ id, kind: "line", at: item.at, json: JSON.stringify(line) });
  }

  addGap(gap: Omit<LogGap, "id">): void {
    const id = this.#lastId + 1;
    this.#gaps.push({ id, count: gap.count });
    if (this.#gaps.length > maxRememberedGaps) this.#gapsForgottenThroughId = this.#gaps.shift()?.id ?? 0;
    this.#add({ id, kind: "gap", at: gap.to, json: JSON.stringify({ id, ...gap }) });
  }

  #add(entry: RingEntry): void {
    this.#entries.push(entry);
    this.#lastId = entry.id;
    this.#sizeBytes += entry.json.length;
    this.#addedBytes += entry.json.length;
    while (
      this.#entries.length - this.#head > this.#bounds.lines ||
      (this.#sizeBytes > this.#bounds.bytes && this.#entries.length - this.#head > 1)
    ) {
      this.#sizeBytes -= this.#entries[this.#head]?.json.length ?? 0;
      this.#head += 1;
    }
    if (this.#head > this.#bounds.lines) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }

  /** Entries after `id`, oldest first, up to about `maxBytes` of JSON (at least one if there is any). */
  after(id: number, maxBytes: number): RingEntry[] {
    const start = this.#head + Math.max(0, id + 1 - this.firstId);
    let end = start;
    let size = 0;
    while (end < this.#entries.length && (end === start || size < maxBytes)) {
      size += this.#entries[end]?.json.length ?? 0;
      end += 1;
    }
    return this.#entries.slice(start, end);
  }

  /** What somebody who has everything up to `id` has lost for good; undefined when nothing. */
  lostAfter(id: number): Lost | undefined {
    const throughId = this.firstId - 1;
    if (id >= throughId) return undefined;
    if (id < this.#gapsForgottenThroughId) return { throughId, count: null };
    let count: number | null = throughId - id;
    for (const gap of this.#gaps) {
      if (gap.id <= id || gap.id > throughId) continue;
      count = count === null || gap.count === null ? null : count - 1 + gap.count;
    }
    return { throughId, count };
  }
}
