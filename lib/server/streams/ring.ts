// The newest lines of one source, each encoded once for all viewers. Entry ids increase by one; evicted entries are
// counted, so that a slow viewer gets an exact gap.
import { type LogGap, liveBounds, logGap, logLine } from "../../bff/live.ts";
import type { LogItem } from "./log-item.ts";
import type { RingMemory, SizedRing } from "./ring-memory.ts";

/** A line or a gap. `at`: the line's timestamp, or the end of the gap. */
export interface RingEntry {
  readonly id: number;
  readonly kind: "line" | "gap";
  readonly at: string;
  /** The entry as encoded in frames. */
  readonly json: string;
}

/** Lines that were evicted before a reader got them: everything up to `throughId`. */
export interface Lost {
  readonly throughId: number;
  /** Lines, including those of evicted gaps; null when a gap of unknown size is among them. */
  readonly count: number | null;
}

/** Limits of a ring: lines, and UTF-16 units of their JSON. */
export interface RingBounds {
  lines: number;
  bytes: number;
}

const maxGaps = 1000;
/** Memory of an entry besides its JSON. */
const entryBytes = 128;
/** Strings have two bytes per unit as soon as one character is not of Latin-1. */
const memoryOf = (json: string) => 2 * json.length + entryBytes;
/** Entry ids start above it: a gap for the time before the first entry needs an id below that entry's. */
const beforeFirstId = 1;

/** In the place of an evicted entry until another one gets it, so that the entry's text is freed at once. */
const evicted: RingEntry = { id: 0, kind: "gap", at: "", json: "" };

/** A bounded buffer of entries; reading does not consume. */
export class LogRing implements SizedRing {
  /** Identifies this ring: ids of another epoch are not comparable. */
  readonly epoch: string;
  readonly #bounds: RingBounds;
  readonly #memory: RingMemory | undefined;
  /** An entry has the place of its id modulo their number, of which there are never more than the ring may have lines. */
  readonly #places: RingEntry[] = [];
  #firstId = beforeFirstId + 1;
  #sizeUnits = 0;
  #memoryBytes = 0;
  #addedBytes = 0;
  #lastId = beforeFirstId;
  #gaps: { id: number; count: number | null }[] = [];
  #gapsDroppedThroughId = 0;

  constructor(
    epoch: string,
    bounds: RingBounds = { lines: liveBounds.ringLines, bytes: liveBounds.ringBytes },
    memory?: RingMemory,
  ) {
    this.epoch = epoch;
    this.#bounds = bounds;
    this.#memory = memory;
  }

  /** An upper bound of the memory that its entries need. */
  get sizeBytes(): number {
    return this.#memoryBytes;
  }

  /** The position before the first entry ever added. */
  get startId(): number {
    return beforeFirstId;
  }

  /** Id of the newest entry ever added. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the oldest entry in the ring; `lastId + 1` when it is empty. */
  get firstId(): number {
    return this.#firstId;
  }

  /** UTF-16 units of JSON ever added. */
  get addedBytes(): number {
    return this.#addedBytes;
  }

  /** Timestamp of the oldest line in the ring; null without a line. */
  get beginsAt(): string | null {
    for (let id = this.#firstId; id <= this.#lastId; id += 1) {
      const entry = this.#entry(id);
      if (entry.kind === "line") return entry.at;
    }
    return null;
  }

  /** Ids and texts of the ring's lines, oldest first. */
  lines(): { id: number; text: string }[] {
    return this.#all().flatMap(({ id, kind, json }) =>
      kind === "line" ? [{ id, text: logLine.parse(JSON.parse(json)).text }] : [],
    );
  }

  /** Texts of the ring's lines, oldest first, and how many of the newest follow the last gap of unknown size. */
  shown(): { texts: string[]; unbroken: number } {
    const texts: string[] = [];
    let brokenAt = 0;
    for (const { kind, json } of this.#all()) {
      if (kind === "line") texts.push(logLine.parse(JSON.parse(json)).text);
      else if (logGap.parse(JSON.parse(json)).count === null) brokenAt = texts.length;
    }
    return { texts, unbroken: texts.length - brokenAt };
  }

  /** Adds a line; `received`: the time of receipt, where `item.at` is the time of writing. */
  addLine({ at, text, cut }: LogItem, received?: string): void {
    const id = this.#lastId + 1;
    const line = { id, at, text, ...(cut ? { cut } : {}), ...(received === undefined ? {} : { received }) };
    this.#add({ id, kind: "line", at, json: JSON.stringify(line) });
  }

  addGap(gap: Omit<LogGap, "id">): void {
    const id = this.#lastId + 1;
    this.#gaps.push({ id, count: gap.count });
    if (this.#gaps.length > maxGaps) this.#gapsDroppedThroughId = this.#gaps.shift()?.id ?? 0;
    this.#add({ id, kind: "gap", at: gap.to, json: JSON.stringify({ id, ...gap }) });
  }

  #add(entry: RingEntry): void {
    const beforeBytes = this.#memoryBytes;
    if (this.#lastId - this.#firstId + 1 >= this.#bounds.lines) this.#evictFirst();
    this.#places[this.#placeOf(entry.id)] = entry;
    this.#lastId = entry.id;
    this.#sizeUnits += entry.json.length;
    this.#addedBytes += entry.json.length;
    this.#memoryBytes += memoryOf(entry.json);
    while (this.#sizeUnits > this.#bounds.bytes && this.#firstId < this.#lastId) this.#evictFirst();
    this.#memory?.count(entry.kind);
    this.#memory?.changed(this, this.#memoryBytes - beforeBytes);
  }

  shrink(bytes: number): void {
    const beforeBytes = this.#memoryBytes;
    while (this.#memoryBytes > bytes && this.#firstId < this.#lastId) this.#evictFirst();
    this.#memory?.changed(this, this.#memoryBytes - beforeBytes);
  }

  #placeOf(id: number): number {
    return (id - beforeFirstId - 1) % this.#bounds.lines;
  }

  #entry(id: number): RingEntry {
    return this.#places[this.#placeOf(id)] ?? evicted;
  }

  #evictFirst(): void {
    const { json } = this.#entry(this.#firstId);
    this.#sizeUnits -= json.length;
    this.#memoryBytes -= memoryOf(json);
    this.#places[this.#placeOf(this.#firstId)] = evicted;
    this.#firstId += 1;
  }

  #all(): RingEntry[] {
    return this.after(this.#firstId - 1, Number.POSITIVE_INFINITY);
  }

  /** Entries after `id`, oldest first, up to about `maxBytes` of JSON (at least one if there is any). */
  after(id: number, maxBytes: number): RingEntry[] {
    const entries: RingEntry[] = [];
    let size = 0;
    for (let at = Math.max(id + 1, this.#firstId); at <= this.#lastId; at += 1) {
      if (entries.length > 0 && size >= maxBytes) break;
      const entry = this.#entry(at);
      entries.push(entry);
      size += entry.json.length;
    }
    return entries;
  }

  /** What a reader at `id` has missed through eviction; undefined for nothing. */
  lostAfter(id: number): Lost | undefined {
    const throughId = this.#firstId - 1;
    if (id >= throughId) return undefined;
    if (id < this.#gapsDroppedThroughId) return { throughId, count: null };
    let count: number | null = throughId - id;
    for (const gap of this.#gaps) {
      if (gap.id <= id || gap.id > throughId) continue;
      count = count === null || gap.count === null ? null : count - 1 + gap.count;
    }
    return { throughId, count };
  }
}
