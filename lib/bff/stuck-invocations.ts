// Running invocations that should have ended, over all actions, from the recorded invocations. Times are epoch
// milliseconds.
import * as z from "zod/mini";

/** The most invocations named in a response. */
export const stuckInvocationLimit = 50;

/** Open invocations as recorded. */
export const openCounts = z.object({
  running: z.int(),
  queued: z.int(),
  oldest_queued_ms: z.nullable(z.number()),
  /** When they were last read; null: never. */
  read_at_ms: z.nullable(z.number()),
  /** False: not all of the last hour are recorded, or more are open than can be examined. */
  complete: z.boolean(),
});
export type OpenCounts = z.infer<typeof openCounts>;

export const stuckBasis = z.enum(["limit", "usual", "long"]);
export const usualDuration = z.object({ p50_ms: z.number(), p99_ms: z.number(), invocations: z.int() });

export const stuckInvocation = z.object({
  id: z.string(),
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  started_at_ms: z.number(),
  /** Beyond the API's maximum, beyond the usual duration, or long without a known usual duration. */
  basis: stuckBasis,
  /** The duration that it exceeds. */
  limit_ms: z.number(),
  /** Succeeded invocations of its action in the last seven days; null without any, or where few did. */
  usual: z.nullable(usualDuration),
});
export type StuckInvocation = z.infer<typeof stuckInvocation>;

/** Response of GET /api/history/stuck_invocations. */
export const stuckInvocations = z.object({
  ...openCounts.shape,
  /** The longest, at most `stuckInvocationLimit`; `total` is the number of all. */
  items: z.array(stuckInvocation),
  total: z.int(),
  /** Actions that run and whose usual duration is not known. */
  unmeasured: z.int(),
});
export type StuckInvocations = z.infer<typeof stuckInvocations>;
