// Failed requests and page errors as lines, for who reads them before it is known whether there are any.
import type { LogFeed } from "../live/log-feed.ts";
import type { PageRecord } from "./page-record.ts";

type Source = Pick<PageRecord, "failures">;

/** Has no line until it begins, and then those of a record. */
export class LaterFailures implements Source {
  readonly #waiting = new Set<(source: Source) => void>();
  #source: Source | undefined;

  /** Passes on the lines of `source` from now on; only the first call counts. */
  begin(source: Source): void {
    if (this.#source !== undefined) return;
    this.#source = source;
    for (const read of this.#waiting) read(source);
    this.#waiting.clear();
  }

  /** The lines of a browser, or of all. Its state is `ended`: no log waits for it. */
  failures(sessionId?: string): LogFeed {
    return {
      state: { log: "ended", reason: null, beginsAt: null, connection: "connected" },
      subscribe: (listener) => {
        let end: (() => void) | undefined;
        const read = (source: Source) => {
          end = source.failures(sessionId).subscribe(listener);
        };
        if (this.#source === undefined) this.#waiting.add(read);
        else read(this.#source);
        return () => {
          this.#waiting.delete(read);
          end?.();
        };
      },
    };
  }
}
