// What processes were seen to take while somebody watched them. Times are epoch milliseconds by the dashboard's clock.
import * as z from "zod/mini";

/** An answer holds the last so many milliseconds before the newest sample, and at most so many samples. */
export const processSampleBounds = { spanMs: 30 * 60_000, most: 2_000 } as const;

/** One answer of the API about a process. Null: it did not tell. */
const processSample = z.object({
  at_ms: z.int(),
  /** Percent of one core. */
  cpu_pct: z.nullable(z.number()),
  mem_bytes: z.nullable(z.int()),
});
export type RecordedSample = z.infer<typeof processSample>;

/** Answer of GET /api/browsers/{id}/process/{process_id}/samples. */
export const processSamples = z.object({
  /** The oldest that is kept of this process, and how many there are; null: nobody ever watched it. */
  began_at_ms: z.nullable(z.int()),
  count: z.int(),
  /** The newest of them, oldest first. */
  samples: z.array(processSample),
});
export type ProcessSamples = z.infer<typeof processSamples>;
