// Reads a stored log from its first line to its end, page by page, and tries again after a failure that may pass.

import type { Topic } from "../bff/live.ts";
import type { StoredLog, StoredLogLines } from "../bff/stored-logs.ts";
import { type Clock, pause } from "../clock.ts";
import { type Failure, readFailure } from "../format/error-message.ts";
import { backoffMs } from "./backoff.ts";
import type { FeedEntries, FeedLine } from "./log-feed.ts";
import { logTexts } from "./log-messages.ts";

/** Reads stored logs from the dashboard. Rejections have a message and a status, as `readFailure` reads them. */
export interface StoredLogReader {
  /** The newest stored log of a topic. */
  find(topic: Topic): Promise<StoredLog | undefined>;
  /** A page of entries from a line on. */
  readLines(id: number, fromLine: number): Promise<StoredLogLines>;
}

export interface StoredLogReadingDeps {
  readonly reader: StoredLogReader;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Receives lines and gaps in order. */
  readonly onEntries: (event: FeedEntries) => void;
  /** A page could not be read and is read again later. */
  readonly onFailure: (failure: Failure) => void;
}

/** How a reading ended: all entries were read; another attempt would be refused, too; the signal was aborted. */
export type ReadingEnd =
  | { readonly kind: "complete"; readonly log: StoredLog }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "aborted" };

/** One reading of one stored log. */
export class StoredLogReading {
  readonly #logId: number;
  readonly #deps: StoredLogReadingDeps;
  #nextLine: number;
  /** Entries are numbered from 1: lines and gaps share one sequence, as in a live log. */
  #lastId = 0;
  #wait: AbortController | undefined;

  constructor(log: StoredLog, deps: StoredLogReadingDeps) {
    this.#logId = log.id;
    this.#nextLine = log.first_line;
    this.#deps = deps;
  }

  /** Reads until the end. Never rejects. */
  async run(): Promise<ReadingEnd> {
    for (;;) {
      const page = await this.#page();
      if ("kind" in page) return page;
      this.#deliver(page);
      if (page.next_line === null) return { kind: "complete", log: page.log };
      this.#nextLine = page.next_line;
    }
  }

  /** Ends the wait before the next attempt. */
  retry(): void {
    this.#wait?.abort();
  }

  /** The next page, after as many attempts as it takes. */
  async #page(): Promise<StoredLogLines | Exclude<ReadingEnd, { kind: "complete" }>> {
    const { reader, clock, random, signal, onFailure } = this.#deps;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const page = await reader.readLines(this.#logId, this.#nextLine);
        return signal.aborted ? { kind: "aborted" } : page;
      } catch (error) {
        if (signal.aborted) return { kind: "aborted" };
        const failure = readFailure(error);
        const message = refusals[failure.status ?? 0];
        if (message !== undefined) return { kind: "refused", failure: { ...failure, message } };
        onFailure(failure);
      }
      this.#wait = new AbortController();
      await pause(clock, backoffMs(attempt, random), AbortSignal.any([signal, this.#wait.signal]));
      if (signal.aborted) return { kind: "aborted" };
    }
  }

  #deliver({ log, entries }: StoredLogLines): void {
    const { onEntries } = this.#deps;
    const epoch = `stored${this.#logId}`;
    let lines: FeedLine[] = [];
    const flush = () => {
      if (lines.length > 0) onEntries({ kind: "lines", epoch, lines });
      lines = [];
    };
    const addGap = (gap: Omit<Extract<FeedEntries, { kind: "gap" }>["gap"], "id">) => {
      flush();
      this.#lastId += 1;
      onEntries({ kind: "gap", epoch, gap: { ...gap, id: this.#lastId } });
    };
    // Lines that were deleted after the previous page was read: the log is too large.
    const deleted = log.first_line - this.#nextLine;
    const at = entries[0]?.kind === "line" ? entries[0].at : undefined;
    if (deleted > 0 && at !== undefined) addGap({ reason: "overflow", count: deleted, from: null, to: at });
    for (const { line: _, ...entry } of entries) {
      if (entry.kind === "gap") {
        const { kind: __, ...gap } = entry;
        addGap(gap);
      } else {
        const { kind: __, ...line } = entry;
        this.#lastId += 1;
        lines.push({ ...line, id: this.#lastId });
      }
    }
    flush();
  }
}

/** Refusals by HTTP status: another attempt would have the same answer. */
const refusals: Readonly<Record<number, string>> = {
  403: logTexts.storedNeedsOperator,
  404: logTexts.storedDeleted,
};
