// Paces of the server that the browser judges by: how often it hears, and what is a silence. Without zod, as
// `lib/paces.ts` is part of every page.

/** Defaults; each program divides them by its own speedup. */
export const sharedPaces = {
  /** Between two ticks of the live stream. */
  liveTickMs: 5_000,
  /** Between two reads of the pools by the recorder while nobody looks at them. */
  idlePoolsMs: 15_000,
} as const;

/** A pace at `speedup` times its speed: whole milliseconds, rounded up, so that none becomes nothing. */
export const scaled = (ms: number, speedup: number): number => Math.max(1, Math.ceil(ms / speedup));
