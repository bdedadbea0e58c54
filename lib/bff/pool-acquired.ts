// The known acquired sessions of a pool, with the data for choosing which to release. Times are epoch milliseconds;
// null is unknown.
import * as z from "zod/mini";
import { reach } from "./inventory.ts";

const sessionInvocation = z.object({
  id: z.string(),
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Null: recorded as open, but no running invocation lists the session any more. */
  status: z.nullable(z.string()),
  started_at_ms: z.nullable(z.int()),
  finished_at_ms: z.nullable(z.int()),
});

export const acquiredSession = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  created_at_ms: z.nullable(z.int()),
  /** When it was first seen in this pool; possibly before an earlier release. */
  first_seen_ms: z.nullable(z.int()),
  /** `idle`: no running invocation has it. `unknown`: none is known to, and not all could be read. */
  work: z.enum(["running", "idle", "unknown"]),
  /** The running invocation, else the last recorded one. */
  invocation: z.nullable(sessionInvocation),
});
export type AcquiredSession = z.infer<typeof acquiredSession>;

/** Response of GET /api/pools/{id}/acquired. */
export const poolAcquired = z.object({
  /** `list`: from the API's current list; `seen`: from the inventory. Otherwise no session is known: `not_linked`: the
   *  API does not report them and none is recorded; `not_read`: the list could not be read. */
  source: z.enum(["list", "seen", "not_linked", "not_read"]),
  observed_at_ms: z.int(),
  /** Number of acquired sessions according to the API. */
  acquired: z.nullable(z.int()),
  /** True: there are more sessions than were read. */
  more: z.boolean(),
  /** Completeness of the running invocations read. */
  invocations: reach,
  sessions: z.array(acquiredSession),
});
export type PoolAcquired = z.infer<typeof poolAcquired>;
