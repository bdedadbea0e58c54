// CPU and memory samples of processes, recorded while they are viewed. Times are epoch milliseconds of the dashboard's
// clock.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** Default range in milliseconds before the newest sample, and maximum number of samples or steps. */
export const processSampleBounds = { spanMs: 30 * 60_000, most: 2_000, mostSteps: 500 } as const;

/** Query of GET /api/browsers/{id}/process/{process_id}/samples. */
export const processSampleQuery = z.object({
  since_ms: z.optional(queryInteger({ min: 0 })),
  /** Exclusive. */
  until_ms: z.optional(queryInteger({ min: 1 })),
});

/** One status response, or the aggregate of a step. Null: not reported. */
const processSample = z.object({
  /** In a step, the time of the last response. */
  at_ms: z.int(),
  /** Percent of one core; in a step, the mean. */
  cpu_pct: z.nullable(z.number()),
  /** In a step, the maximum. */
  cpu_max: z.nullable(z.number()),
  /** In a step, the maximum. */
  mem_bytes: z.nullable(z.int()),
});
export type RecordedSample = z.infer<typeof processSample>;

/** Response of GET /api/browsers/{id}/process/{process_id}/samples. */
export const processSamples = z.object({
  /** Time of the oldest stored sample, and number of samples; null: never recorded. */
  began_at_ms: z.nullable(z.int()),
  count: z.int(),
  /** Width of a step; null: single responses. */
  step_ms: z.nullable(z.int()),
  /** Samples of the range, oldest first; if there are too many single responses, the newest. */
  samples: z.array(processSample),
});
export type ProcessSamples = z.infer<typeof processSamples>;
