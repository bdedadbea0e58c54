import { sinceEpochNs } from "../../lib/contract/since.ts";

const latestEpochNs = BigInt(Date.UTC(9999, 11, 31)) * 1_000_000n;

/** Converts a `since` value to a timestamp comparable with stored ones; timestamps retain their nanoseconds. */
export function sinceTimestamp(since: string, nowMs: number): string {
  const epochNs = sinceEpochNs(since, nowMs);
  return formatNanoseconds(epochNs < latestEpochNs ? epochNs : latestEpochNs);
}

/** Injected wherever code depends on the time; tests pass a ManualClock. */
export interface Clock {
  /** Epoch milliseconds; may jump when the system's clock is set. */
  now(): number;
  /** Milliseconds since an unspecified moment, to measure elapsed time: never jumps. */
  monotonicMs(): number;
  /** The current time as RFC 3339 in UTC with nanoseconds. */
  timestamp(): string;
  /** Runs `act` once after `delayMs`; the returned function cancels it. Does not keep the process alive. */
  after(delayMs: number, act: () => void): () => void;
}

// Anchored once; the monotonic clock supplies the digits below a millisecond, so that timestamps never decrease.
const anchorNs = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint();

/** RFC 3339 in UTC with nine fraction digits. */
export function formatNanoseconds(epochNs: bigint): string {
  const wholeMs = Number(epochNs / 1_000_000n);
  const belowMs = String(epochNs % 1_000_000n).padStart(6, "0");
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${belowMs}Z`;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  timestamp: () => formatNanoseconds(anchorNs + process.hrtime.bigint()),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits for `done`, but no longer than `limitMs`. */
export async function within(limitMs: number, done: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, limitMs);
  await Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
}

/** A clock that advances only by `advance`, which runs the due actions in order. */
export class ManualClock implements Clock {
  #nowMs: number;
  #due: { atMs: number; act: () => void }[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
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
