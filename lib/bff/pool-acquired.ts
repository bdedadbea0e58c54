// The acquired sessions of a pool as far as they are known, with what tells which of them can be given back at the
// least cost. Times are epoch milliseconds; null is not known.
import * as z from "zod/mini";
import { reach } from "./inventory.ts";

const sessionRun = z.object({
  id: z.string(),
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Null: it was recorded as open, and no running run tells the session any more. */
  status: z.nullable(z.string()),
  started_at_ms: z.nullable(z.int()),
  finished_at_ms: z.nullable(z.int()),
});

export const acquiredSession = z.object({
  id: z.string(),
  created_at_ms: z.nullable(z.int()),
  /** When it was first seen as this pool's; one that was given back in between may be so since an earlier time. */
  first_seen_ms: z.nullable(z.int()),
  /** `idle`: no running invocation has it. `unknown`: none is known to, and not all could be asked. */
  work: z.enum(["running", "idle", "unknown"]),
  /** The running one, else the last that it was seen with. */
  run: z.nullable(sessionRun),
});
export type AcquiredSession = z.infer<typeof acquiredSession>;

/** Answer of GET /api/pools/{id}/acquired. */
export const poolAcquired = z.object({
  /** `list`: as the API lists them now; `seen`: as the dashboard saw them. Else why none is known: `not_linked`: the API
   *  does not tell and none was seen; `not_read`: the list gave no answer. */
  source: z.enum(["list", "seen", "not_linked", "not_read"]),
  observed_at_ms: z.int(),
  /** How many are acquired, as the API counts them. */
  acquired: z.nullable(z.int()),
  /** True: there are more sessions than were read. */
  more: z.boolean(),
  /** How far it is known which running invocations have them. */
  runs: reach,
  sessions: z.array(acquiredSession),
});
export type PoolAcquired = z.infer<typeof poolAcquired>;
