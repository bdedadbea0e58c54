// Where a session came from, as far as the dashboard saw it: the API links a session neither to its pool nor, once it
// has ended, to its run.
import * as z from "zod/mini";

/** Answer of GET /api/browsers/{id}/origin. Times are epoch milliseconds. */
export const sessionOrigin = z.object({
  /** Null: it was not acquired through this dashboard. */
  pool: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), seen_ms: z.int() })),
  /** The run it was seen with; null when nobody saw it with one. */
  run: z.nullable(
    z.object({
      id: z.string(),
      app_name: z.string(),
      action_name: z.string(),
      version: z.string(),
      status: z.string(),
      seen_ms: z.int(),
    }),
  ),
});
export type SessionOrigin = z.infer<typeof sessionOrigin>;
