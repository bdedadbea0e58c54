// Which request of pages failed most often.
import type { PageRequest } from "./page-request.ts";
import { requestPath } from "./request-text.ts";

/** Requests of one method and address, without its query, that ended in one way. */
export interface RequestFailure {
  readonly sessionId: string;
  readonly method: string | undefined;
  /** Path of the address, or what stands for it. */
  readonly path: string;
  /** Status, or why there was none. */
  readonly outcome: string;
  readonly count: number;
  /** The last one in order of their times, epoch milliseconds. */
  readonly lastMs: number;
}

/** Requests that are distinguished; further ones are not counted. */
const maxKinds = 1_000;

export class FrequentFailures {
  readonly #kinds = new Map<string, RequestFailure>();

  /** Counts a failed request. */
  add({ sessionId, method, url, outcome, fromMs, toMs }: PageRequest): void {
    const [address = ""] = url.split(/[?#]/, 1);
    const key = `${method} ${address} ${outcome}`;
    const known = this.#kinds.get(key);
    if (known === undefined && this.#kinds.size >= maxKinds) return;
    const atMs = toMs ?? fromMs;
    const isLast = known === undefined || atMs >= known.lastMs;
    this.#kinds.set(key, {
      method,
      outcome,
      path: requestPath(address),
      sessionId: isLast ? sessionId : known.sessionId,
      count: (known?.count ?? 0) + 1,
      lastMs: isLast ? atMs : known.lastMs,
    });
  }

  /** The most frequent one; of equals the one that failed last. */
  get most(): RequestFailure | undefined {
    return [...this.#kinds.values()]
      .sort((one, other) => other.count - one.count || other.lastMs - one.lastMs)
      .at(0);
  }
}
