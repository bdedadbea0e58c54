import { z } from "zod";
import { type Store, tableOf } from "../kernel/store.ts";

// Recordings of live and ended sessions. `size_bytes` is 0 when the recording ended before its first picture was saved, and
// when another machine has what was recorded: until that machine finishes it.
export const replaysTables = `
  CREATE TABLE replays (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    size_bytes INTEGER,
    CHECK ((finished_at IS NULL) = (size_bytes IS NULL))
  ) STRICT;
  CREATE INDEX replays_by_session ON replays (session_id, sequence DESC);
`;

const row = z.object({
  id: z.string(),
  session_id: z.string(),
  started_at: z.string(),
  /** Null until the video is final. */
  finished_at: z.string().nullable(),
  size_bytes: z.int().nullable(),
});
export type ReplayRecord = z.output<typeof row>;
const table = tableOf("replays", row);
const isWithoutVideo = "COALESCE(size_bytes, 0) = 0";

/** The only reader and writer of the table of recordings. */
export class ReplayRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(record: Pick<ReplayRecord, "id" | "session_id" | "started_at">): void {
    table.insert(this.#store, { ...record, finished_at: null, size_bytes: null });
  }

  /** Does nothing for a recording that has a video. */
  finish(id: string, finishedAt: string, sizeBytes: number): void {
    this.#store
      .prepare(`UPDATE replays SET finished_at = ?, size_bytes = ? WHERE id = ? AND ${isWithoutVideo}`)
      .run(finishedAt, sizeBytes, id);
  }

  find(id: string): ReplayRecord | undefined {
    return table.select(this.#store, "WHERE id = ?", id)[0];
  }

  /** Newest first. */
  ofSession(sessionId: string): ReplayRecord[] {
    return table.select(this.#store, "WHERE session_id = ? ORDER BY sequence DESC", sessionId);
  }

  /** Recordings whose video is not final, and finished ones without a video; oldest first. */
  withoutVideo(): ReplayRecord[] {
    return table.select(this.#store, `WHERE ${isWithoutVideo} ORDER BY sequence`);
  }

  /** Recordings whose video is final, newest first. */
  finished(): ReplayRecord[] {
    return table.select(this.#store, "WHERE finished_at IS NOT NULL ORDER BY sequence DESC");
  }

  /** The ids of sessions that have recordings, each once. */
  sessionIds(): string[] {
    return this.#store.prepare<[], string>("SELECT DISTINCT session_id FROM replays").pluck().all();
  }

  remove(id: string): void {
    this.#store.prepare("DELETE FROM replays WHERE id = ?").run(id);
  }
}
