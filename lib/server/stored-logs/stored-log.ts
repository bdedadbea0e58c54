// A stored log as it is written: entries are appended to its newest chunk, and the counts of its row follow. Pure.
import { type LogTopic, logTopic } from "../../bff/live.ts";
import type { Tables } from "../db/tables.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { chunkBytes, encodeChunk, type StoredGap, wordsOfChunk } from "./chunk-format.ts";

export type StoredLogRow = Tables["stored_logs"];

/** The time of the newest stored line, epoch milliseconds; null where none is stored, also if one was before. */
export const newestLineMs = (row: StoredLogRow): number | null =>
  row.next_line > row.first_line ? row.last_ms : null;

/** A chunk before it has an id; `words`: those of its lines, once it is complete. */
export type UnsavedChunk = Omit<Tables["stored_log_chunks"], "id"> & { words: readonly string[] | undefined };

/** The row of a log without lines; `id` is that of no other log. */
export function newStoredLog(id: number, topic: LogTopic, nowMs: number): StoredLogRow {
  const isOfInvocation = "invocationId" in topic;
  return {
    id,
    topic: logTopic(topic),
    session_id: isOfInvocation ? null : topic.sessionId,
    invocation_id: isOfInvocation ? topic.invocationId : null,
    app_name: null,
    action_name: null,
    version: null,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
    ended_at_ms: null,
    end_reason: null,
    deleted_at_ms: null,
    first_line: 1,
    next_line: 1,
    source_lines: 0,
    first_ms: null,
    last_ms: null,
    text_bytes: 0,
    stored_bytes: 0,
  };
}

/** A chunk that may still grow, or was not saved yet. */
interface GrowingChunk {
  number: number;
  firstLine: number;
  entries: string[];
  lines: number;
  firstMs: number | null;
  lastMs: number | null;
  textBytes: number;
  /** Its compressed size when it was last saved. */
  storedBytes: number;
}

const isComplete = ({ textBytes }: GrowingChunk) => textBytes >= chunkBytes;

/** What is to be written of a log: its row, and the chunks that changed. */
export interface UnsavedLog {
  readonly row: StoredLogRow;
  readonly chunks: readonly UnsavedChunk[];
}

/** An entry to append: `json` as `withoutId` makes it. */
export interface AppendedEntry {
  readonly json: string;
  readonly kind: "line" | "gap";
  /** RFC 3339: the line's time; for a gap its end. */
  readonly at: string;
  /** Lines missing in a gap; null: unknown. */
  readonly missing: number | null;
}

/** A gap as an entry to append. */
export const gapEntry = (gap: StoredGap): AppendedEntry => ({
  json: JSON.stringify(gap),
  kind: "gap",
  at: gap.to,
  missing: gap.count,
});

export class StoredLog {
  #row: StoredLogRow;
  #nextChunk: number;
  /** Oldest first; the last one may grow. */
  #growing: GrowingChunk[] = [];
  #isChanged = false;
  #unsavedBytes = 0;

  /** Continues a log behind its last chunk. */
  constructor(row: StoredLogRow, lastChunk: number) {
    this.#row = row;
    this.#nextChunk = lastChunk + 1;
  }

  get row(): StoredLogRow {
    return this.#row;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Bytes of the entries that were not saved yet. */
  get unsavedBytes(): number {
    return this.#unsavedBytes;
  }

  /** Appends entries, oldest first. */
  append(entries: readonly AppendedEntry[], nowMs: number): void {
    for (const entry of entries) this.#append(entry);
    if (entries.length > 0) this.#set({ updated_at_ms: nowMs });
  }

  /** The invocation that the log belongs to. */
  identify(of: Pick<StoredLogRow, "app_name" | "action_name" | "version">): void {
    const { app_name: app, action_name: action, version } = this.#row;
    if (app !== of.app_name || action !== of.action_name || version !== of.version) this.#set(of);
  }

  /** Nothing more will be written; `reason`: why, for the viewer. */
  end(reason: string | null, nowMs: number): void {
    this.#set({ ended_at_ms: nowMs, end_reason: reason });
  }

  #set(change: Partial<StoredLogRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#isChanged = true;
  }

  #append({ json, kind, at, missing }: AppendedEntry): void {
    const atMs = epochMs(at);
    const chunk = this.#chunkWithRoom();
    const textBytes = Buffer.byteLength(json) + 1;
    chunk.entries.push(json);
    chunk.textBytes += textBytes;
    this.#unsavedBytes += textBytes;
    this.#row.text_bytes += textBytes;
    const { source_lines: sourceLines } = this.#row;
    if (kind === "gap") {
      this.#row.source_lines = sourceLines === null || missing === null ? null : sourceLines + missing;
      return;
    }
    chunk.lines += 1;
    chunk.firstMs ??= atMs;
    chunk.lastMs = atMs ?? chunk.lastMs;
    this.#row.next_line += 1;
    this.#row.source_lines = sourceLines === null ? null : sourceLines + 1;
    this.#row.first_ms ??= atMs;
    this.#row.last_ms = atMs ?? this.#row.last_ms;
  }

  #chunkWithRoom(): GrowingChunk {
    const last = this.#growing.at(-1);
    if (last !== undefined && !isComplete(last)) return last;
    const chunk = {
      number: this.#nextChunk,
      firstLine: this.#row.next_line,
      entries: [],
      lines: 0,
      firstMs: null,
      lastMs: null,
      textBytes: 0,
      storedBytes: 0,
    };
    this.#nextChunk += 1;
    this.#growing.push(chunk);
    return chunk;
  }

  /** The row and the changed chunks. */
  unsaved(): UnsavedLog {
    const isOver = this.#row.ended_at_ms !== null;
    const chunks = this.#growing.map((chunk): UnsavedChunk => {
      const words = isOver || isComplete(chunk) ? wordsOfChunk(this.#row.topic, chunk.entries) : undefined;
      const data = encodeChunk(chunk.entries);
      this.#row.stored_bytes += data.byteLength - chunk.storedBytes;
      chunk.storedBytes = data.byteLength;
      return {
        log_id: this.#row.id,
        number: chunk.number,
        first_line: chunk.firstLine,
        lines: chunk.lines,
        first_ms: chunk.firstMs,
        last_ms: chunk.lastMs,
        text_bytes: chunk.textBytes,
        indexed: words === undefined ? 0 : 1,
        words,
        data,
      };
    });
    return { row: { ...this.#row }, chunks };
  }

  /** What `unsaved` returned last was written. Nothing may have been appended in between. */
  saved(): void {
    this.#isChanged = false;
    this.#unsavedBytes = 0;
    const last = this.#growing.at(-1);
    this.#growing = last !== undefined && !isComplete(last) ? [last] : [];
  }

  /** Its oldest chunks were deleted: these were their sizes, and this line is the oldest now. */
  trimmed(bytes: { text: number; stored: number }, oldest: { line: number; ms: number | null }): void {
    const { text_bytes: textBytes, stored_bytes: storedBytes } = this.#row;
    this.#set({
      first_line: oldest.line,
      first_ms: oldest.ms,
      text_bytes: textBytes - bytes.text,
      stored_bytes: storedBytes - bytes.stored,
    });
  }
}
