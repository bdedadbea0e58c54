// What the BFF says about its upstream and about itself.
import * as z from "zod/mini";
import { environment, operator } from "./operator.ts";
import { recorderStatus } from "./recorder.ts";

/** `unknown` until the first call; `failing` keeps the code of the newest failure. Times are epoch milliseconds. */
export const upstreamHealth = z.object({
  state: z.enum(["unknown", "answering", "failing"]),
  code: z.optional(z.string()),
  last_answer_at_ms: z.optional(z.int()),
  last_failure_at_ms: z.optional(z.int()),
});
export type UpstreamHealth = z.infer<typeof upstreamHealth>;

/** Whether an optional operation is there: `unknown` until it was tried. */
export const capability = z.enum(["unknown", "present", "absent"]);
export type Capability = z.infer<typeof capability>;

/** Answer of GET /api/session. */
export const session = z.object({
  operator,
  environment,
  /** Epoch milliseconds after which this session ends whatever happens. */
  ends_at_ms: z.int(),
  upstream: upstreamHealth,
});

/** Answer of GET /api/connection: where the API is and what it can do. */
export const connection = z.object({
  base_url: z.string(),
  /** First 12 hex digits of the token's SHA-256: enough to compare, useless to sign in with. */
  token_fingerprint: z.string(),
  upstream: upstreamHealth,
  capabilities: z.record(z.string(), capability),
});
export type Connection = z.infer<typeof connection>;

export const liveness = z.object({ status: z.literal("alive") });
export const readiness = z.object({
  status: z.enum(["ready", "starting", "draining", "store_unavailable"]),
  upstream: z.enum(["unknown", "answering", "failing"]),
  /** How the recorder of this process does; none of it makes the process unready. */
  recorder: recorderStatus,
});
