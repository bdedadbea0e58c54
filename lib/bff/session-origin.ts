// Recorded origin of a session: the API links a session neither to its pool nor, after its end, to its invocation.
import * as z from "zod/mini";

/** Response of GET /api/browsers/{id}/origin. Times are epoch milliseconds. */
export const sessionOrigin = z.object({
  /** Null: not acquired through this dashboard. */
  pool: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), seen_ms: z.int() })),
  /** The invocation recorded with it; null when there is none. */
  invocation: z.nullable(
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

/**
 * Response of GET /api/invocations/{id}/recorded_browsers: the sessions recorded with an invocation, in the order of
 * their first observation. Times are epoch milliseconds.
 */
export const recordedBrowsers = z.object({
  browsers: z.array(z.object({ session_id: z.string(), seen_ms: z.int() })),
});
