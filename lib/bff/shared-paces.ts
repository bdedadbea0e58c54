// Intervals of the server that the browser's timeouts and marks depend on. Without zod, because `lib/paces.ts` is part of every
// page.

/** Defaults; each program divides them by its own speedup. */
export const sharedPaces = {
  /** Interval of the live stream's ticks. */
  liveTickMs: 5_000,
  /** Interval of the recorder's pool polls while nobody views them. */
  idlePoolsMs: 15_000,
  /** Alert rules that were evaluated longer ago are not up to date. */
  alertsFreshMs: 60_000,
} as const;

/** Divides a pace by `speedup`: whole milliseconds, rounded up, so that none becomes 0. */
export const scaled = (ms: number, speedup: number): number => Math.max(1, Math.ceil(ms / speedup));
