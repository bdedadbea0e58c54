import { uptime } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { sinceEpochNs } from "../../lib/contract/since.ts";

const latestEpochNs = BigInt(Date.UTC(9999, 11, 31)) * 1_000_000n;

/**
 * Converts a `since` value to a timestamp comparable with stored ones, which are those of the clock that gave `now`; timestamps
 * retain their nanoseconds.
 */
export function sinceTimestamp(since: string, now: string): string {
  const epochNs = sinceEpochNs(since, Date.parse(now));
  return formatNanoseconds(epochNs < latestEpochNs ? epochNs : latestEpochNs);
}

/** Injected wherever code depends on the time; tests pass a manual one. */
export interface Clock {
  /** Epoch milliseconds; may jump when the system's clock is set. */
  nowMs(): number;
  /** Milliseconds since an unspecified moment, to measure elapsed time: never jumps. */
  monotonicMs(): number;
  /** The current time as RFC 3339 in UTC with nanoseconds. */
  timestamp(): string;
  /** Calls `run` once after `delayMs`; the returned function cancels it. Never keeps the process alive. */
  later(delayMs: number, run: () => void): () => void;
}

export interface TimeSource {
  wallMs(): number;
  /** Does not count the time in which the machine was suspended. */
  monotonicNs(): bigint;
  /** Seconds since the machine was started, suspensions included. */
  uptimeSeconds(): number;
}

const checkEveryNs = 1_000_000_000n;
/** The uptime is not exact. */
const leastSuspendedNs = 2_000_000_000n;

/**
 * Epoch nanoseconds that never decrease: anchored once to the system's clock, which may be set back or forth, and moved on by
 * the time in which the machine was suspended.
 */
export function steadyNanoseconds({ wallMs, monotonicNs, uptimeSeconds }: TimeSource): () => bigint {
  const suspendedNs = () => BigInt(Math.round(uptimeSeconds() * 1_000)) * 1_000_000n - monotonicNs();
  let checkedNs = monotonicNs();
  let knownNs = suspendedNs();
  let anchorNs = BigInt(wallMs()) * 1_000_000n - checkedNs;
  return () => {
    const nowNs = monotonicNs();
    if (nowNs - checkedNs >= checkEveryNs) {
      checkedNs = nowNs;
      const sinceNs = suspendedNs() - knownNs;
      if (sinceNs >= leastSuspendedNs) {
        anchorNs += sinceNs;
        knownNs += sinceNs;
      }
    }
    return anchorNs + nowNs;
  };
}

const steadyNs = steadyNanoseconds({
  wallMs: Date.now,
  monotonicNs: process.hrtime.bigint,
  uptimeSeconds: uptime,
});

/** RFC 3339 in UTC with nine fraction digits. */
export function formatNanoseconds(epochNs: bigint): string {
  const wholeMs = Number(epochNs / 1_000_000n);
  const belowMs = String(epochNs % 1_000_000n).padStart(6, "0");
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${belowMs}Z`;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  timestamp: () => formatNanoseconds(steadyNs()),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits so long; ends early when `signal` aborts. */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> =>
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {});

/** Waits for `done`, but no longer than `limitMs`. */
export async function within(limitMs: number, done: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, limitMs);
  await Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
}
