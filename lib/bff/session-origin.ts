// Recorded origin of a session: the API links a session neither to its pool nor, after its end, to its invocation.
import * as z from "zod/mini";
import { sessionActivity } from "./session-activity.ts";
import { sessionIds } from "./session-ids.ts";

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

/** The most sessions in one query of origins: a page of a list. */
export const mostOrigins = 100;

/** Query of GET /api/inventory/session_origins: ids of sessions. */
export const sessionOriginsQuery = z.object({ session_id: sessionIds(mostOrigins) });

export const listedSessionOrigin = z.object({
  session_id: z.string(),
  ...sessionOrigin.shape,
  /** What keeps it alive; null unless this dashboard follows its telemetry. */
  activity: z.nullable(sessionActivity),
});
export type ListedSessionOrigin = z.infer<typeof listedSessionOrigin>;

/**
 * Response of GET /api/invocations/{id}/recorded_browsers: the sessions recorded with an invocation, in the order of
 * their first observation. Times are epoch milliseconds.
 */
export const recordedBrowsers = z.object({
  browsers: z.array(z.object({ session_id: z.string(), seen_ms: z.int() })),
});
