// What processes were seen to take while somebody watched them. Times are epoch milliseconds by the dashboard's clock.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** Without a range the last so many milliseconds before the newest sample; at most so many samples or steps. */
export const processSampleBounds = { spanMs: 30 * 60_000, most: 2_000, mostSteps: 500 } as const;

/** Query of GET /api/browsers/{id}/process/{process_id}/samples. */
export const processSampleQuery = z.object({
  since_ms: z.optional(queryInteger({ min: 0 })),
  /** Exclusive. */
  until_ms: z.optional(queryInteger({ min: 1 })),
});

/** One answer of the API about a process, or all of a step. Null: it did not tell. */
const processSample = z.object({
  /** Of a step its last answer. */
  at_ms: z.int(),
  /** Percent of one core; of a step the mean. */
  cpu_pct: z.nullable(z.number()),
  /** The same, the most of a step. */
  cpu_max: z.nullable(z.number()),
  /** Of a step the most. */
  mem_bytes: z.nullable(z.int()),
});
export type RecordedSample = z.infer<typeof processSample>;

/** Answer of GET /api/browsers/{id}/process/{process_id}/samples. */
export const processSamples = z.object({
  /** The oldest that is kept of this process, and how many there were; null: nobody ever watched it. */
  began_at_ms: z.nullable(z.int()),
  count: z.int(),
  /** How wide a step is of which each sample tells; null: they are single answers. */
  step_ms: z.nullable(z.int()),
  /** Those of the range, oldest first; single answers are the newest of them. */
  samples: z.array(processSample),
});
export type ProcessSamples = z.infer<typeof processSamples>;
