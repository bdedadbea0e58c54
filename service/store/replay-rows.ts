// Recordings as they are remembered. The only reader and writer of its table.
import { z } from "zod";
import type { Store } from "./store.ts";

const row = z.object({
  id: z.string(),
  session_id: z.string(),
  started_at: z.string(),
  /** Null until the video is final. */
  finished_at: z.string().nullable(),
  size_bytes: z.int().nullable(),
});
export type ReplayRecord = z.output<typeof row>;

const columns = "id, session_id, started_at, finished_at, size_bytes";

export class ReplayRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(record: Pick<ReplayRecord, "id" | "session_id" | "started_at">): void {
    this.#store
      .prepare("INSERT INTO replays (id, session_id, started_at) VALUES (@id, @session_id, @started_at)")
      .run(record);
  }

  finish(id: string, finishedAt: string, sizeBytes: number): void {
    this.#store
      .prepare("UPDATE replays SET finished_at = ?, size_bytes = ? WHERE id = ? AND finished_at IS NULL")
      .run(finishedAt, sizeBytes, id);
  }

  find(id: string): ReplayRecord | undefined {
    const found = this.#store.prepare(`SELECT ${columns} FROM replays WHERE id = ?`).get(id);
    return found === undefined ? undefined : row.parse(found);
  }

  /** Newest first. */
  ofSession(sessionId: string): ReplayRecord[] {
    return this.#read("WHERE session_id = ? ORDER BY sequence DESC", sessionId);
  }

  /** Those whose video is not final. */
  unfinished(): ReplayRecord[] {
    return this.#read("WHERE finished_at IS NULL ORDER BY sequence");
  }

  /** Those whose video is final, newest first. */
  finished(): ReplayRecord[] {
    return this.#read("WHERE finished_at IS NOT NULL ORDER BY sequence DESC");
  }

  remove(id: string): void {
    this.#store.prepare("DELETE FROM replays WHERE id = ?").run(id);
  }

  #read(which: string, ...values: string[]): ReplayRecord[] {
    return this.#store
      .prepare(`SELECT ${columns} FROM replays ${which}`)
      .all(...values)
      .map((found) => row.parse(found));
  }
}
