// The requests of a browser from the feed of its telemetry: at most so many, with the gaps between them.
import type { LogGap } from "../bff/live.ts";
import { type LineName, lineHash } from "../live/line-hash.ts";
import { Continuity } from "../live/log-continuity.ts";
import type { FeedEvent } from "../live/log-feed.ts";
import { type NetworkRequest, NetworkRequests } from "./network-requests.ts";
import { readTelemetryLine, telemetryText } from "./telemetry-line.ts";

/** A row of the list: a request, missing events, or the end of the capture. */
export type NetworkEntry =
  | { readonly kind: "request"; readonly request: NetworkRequest }
  | { readonly kind: "gap"; readonly gap: LogGap }
  | { readonly kind: "ended"; readonly reason: string | null };

/** A line of the feed that is an event of a request. */
interface EventLine extends LineName {
  readonly seq: number;
}

/** Requests that are held by default. */
export const maxRequests = 20_000;

/** Beyond its bound the oldest requests are dropped, a twentieth of the bound at once. */
export class NetworkLog {
  readonly #bound: number;
  readonly #requests = new NetworkRequests();
  readonly #continuity = new Continuity();
  /** Gaps, each with the number of requests that were added before it. */
  #gaps: { readonly after: number; readonly gap: LogGap }[] = [];
  #lines: EventLine[] = [];
  #end: { readonly reason: string | null } | undefined;
  #latestMs = 0;
  #version = 0;

  constructor(bound = maxRequests) {
    this.#bound = bound;
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version;
  }

  get requests(): readonly NetworkRequest[] {
    return this.#requests.items;
  }

  /** Requests that were dropped because there were too many. */
  get droppedCount(): number {
    return this.#requests.droppedCount;
  }

  /** Time of the latest event in epoch milliseconds: what is open lasted until then at least. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** Adds what a feed reports; repeated lines are dropped. */
  add(event: FeedEvent): void {
    const missing = (gap: LogGap) => this.#addGap(gap);
    if (event.kind === "lines") {
      for (const line of event.lines)
        if (this.#continuity.acceptLine(event.epoch, line.id, line.at, missing))
          this.#addLine(line.at, line.text);
    } else if (event.kind === "gap" && this.#continuity.acceptGap(event.epoch, event.gap))
      this.#addGap(event.gap);
  }

  /** The capture has ended; undefined: it has not, or goes on. */
  setEnd(end: { readonly reason: string | null } | undefined): void {
    if (this.#end?.reason === end?.reason && (this.#end === undefined) === (end === undefined)) return;
    this.#end = end;
    this.#version += 1;
  }

  /** The rows: the requests that pass, and every gap and the end. */
  entries(passes: (request: NetworkRequest) => boolean): readonly NetworkEntry[] {
    const entries: NetworkEntry[] = [];
    let nextGap = 0;
    const addGaps = (until: number) => {
      for (let at = this.#gaps[nextGap]; at !== undefined && at.after <= until; at = this.#gaps[nextGap]) {
        entries.push({ kind: "gap", gap: at.gap });
        nextGap += 1;
      }
    };
    for (const [index, request] of this.requests.entries()) {
      addGaps(this.droppedCount + index);
      if (passes(request)) entries.push({ kind: "request", request });
    }
    addGaps(Number.POSITIVE_INFINITY);
    if (this.#end !== undefined) entries.push({ kind: "ended", reason: this.#end.reason });
    return entries;
  }

  /** The link to a request: the name of its first line. */
  nameOf(request: NetworkRequest): LineName | undefined {
    const found = this.#lines.find(({ seq }) => seq === request.seq);
    return found && { at: found.at, hash: found.hash };
  }

  /** The request with the event of a link: of equal events the one nearest in time. */
  find({ at, hash }: LineName): NetworkRequest | undefined {
    const atMs = Date.parse(at);
    const offMs = (line: EventLine) => Math.abs(Date.parse(line.at) - atMs);
    const [nearest] = this.#lines
      .filter((line) => line.hash === hash)
      .sort((one, other) => offMs(one) - offMs(other));
    return this.requests.find(({ seq }) => seq === nearest?.seq);
  }

  #addLine(at: string, text: string): void {
    const record = readTelemetryLine(text);
    const request = record && this.#requests.add(record);
    if (record === undefined || request === undefined) return;
    this.#version += 1;
    this.#latestMs = Math.max(this.#latestMs, record.event.ts / 1000);
    this.#lines.push({ at, hash: lineHash(telemetryText(record)), seq: request.seq });
    if (this.requests.length > this.#bound) this.#drop();
  }

  #addGap(gap: LogGap): void {
    this.#version += 1;
    this.#gaps.push({ after: this.droppedCount + this.requests.length, gap });
  }

  #drop(): void {
    this.#requests.dropOldest(Math.ceil(this.#bound / 20));
    const held = new Set(this.requests.map(({ seq }) => seq));
    this.#lines = this.#lines.filter(({ seq }) => held.has(seq));
    this.#gaps = this.#gaps.filter(({ after }) => after > this.droppedCount);
  }
}
