// A log feed without the live stream: a test scripts its lines, gaps and states.
import type { FeedEvent, FeedState, LogFeed } from "@/lib/live/log-feed";

const startMs = Date.UTC(2026, 10, 21, 3, 0, 0);

/** Lines are ten milliseconds apart. */
export class ScriptedLogFeed implements LogFeed {
  state: FeedState = { log: "connecting", reason: null, beginsAt: null, connection: "connected" };
  #listeners = new Set<(event: FeedEvent) => void>();
  #lastId = 0;

  /** How many lines there were, those that are missing too. */
  get count(): number {
    return this.#lastId;
  }
  /** Time of line `number`, from 1. */
  atMs(number: number): number {
    return startMs + number * 10;
  }
  at(number: number): string {
    return new Date(this.atMs(number)).toISOString();
  }
  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  become(log: FeedState["log"]): void {
    this.state = { ...this.state, log };
    this.#tell({ kind: "state" });
  }
  /** `received`: the lines carry the time at which they were written, and came at this one. */
  say(texts: readonly string[], received?: string): void {
    const lines = texts.map((text) => {
      this.#lastId += 1;
      return { id: this.#lastId, at: this.at(this.#lastId), text, received };
    });
    this.#tell({ kind: "lines", epoch: "one", lines });
  }
  /** Sends the lines of a log from its first one on, those that were sent before, too. */
  repeat(texts: readonly string[]): void {
    const lines = texts.map((text, index) => ({ id: index + 1, at: this.at(index + 1), text }));
    this.#lastId = Math.max(this.#lastId, lines.length);
    this.#tell({ kind: "lines", epoch: "one", lines });
  }
  /** Says that the next `count` lines are missing. */
  addMissingLines(count: number): void {
    this.#lastId += count;
    const gap = {
      id: this.#lastId,
      reason: "overflow",
      count,
      from: null,
      to: this.at(this.#lastId),
    } as const;
    this.#tell({ kind: "gap", epoch: "one", gap });
  }
  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
