/** Time as the domain sees it; tests hand in their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** The present as RFC 3339 in UTC with nanoseconds. */
  timestamp(): string;
  /** Runs `act` once after `delayMs`; the returned function takes it back. Does not keep the process alive. */
  after(delayMs: number, act: () => void): () => void;
}

// Anchored once: the monotonic clock supplies the digits below a millisecond, so stamps never run backwards.
const anchorNs = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint();

/** RFC 3339 in UTC with nine fraction digits. */
export function formatNanoseconds(epochNs: bigint): string {
  const wholeMs = Number(epochNs / 1_000_000n);
  const belowMs = String(epochNs % 1_000_000n).padStart(6, "0");
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${belowMs}Z`;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  timestamp: () => formatNanoseconds(anchorNs + process.hrtime.bigint()),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until `advance` is called; due actions run in order. */
export class ManualClock implements Clock {
  #nowMs: number;
  #due: { atMs: number; act: () => void }[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  timestamp(): string {
    return formatNanoseconds(BigInt(this.#nowMs) * 1_000_000n);
  }

  after(delayMs: number, act: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, act };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      const next = this.#due.filter((entry) => entry.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.act();
    }
    this.#nowMs = endMs;
  }
}
