// State of the upstream connection and of the dashboard.
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

/** Whether the upstream has an optional operation: `unknown` until it was tried. */
export const capability = z.enum(["unknown", "present", "absent"]);
export type Capability = z.infer<typeof capability>;

/** Response of GET /api/session. */
export const session = z.object({
  operator,
  environment,
  /** Epoch milliseconds at which this sign-in ends regardless of activity. */
  ends_at_ms: z.int(),
  upstream: upstreamHealth,
});

/** Response of GET /api/connection: the API's address and capabilities. */
export const connection = z.object({
  base_url: z.string(),
  /** First 12 hex digits of the token's SHA-256: for comparison, without revealing the token. */
  token_fingerprint: z.string(),
  upstream: upstreamHealth,
  capabilities: z.record(z.string(), capability),
});
export type Connection = z.infer<typeof connection>;

export const liveness = z.object({ status: z.literal("alive") });
export const readiness = z.object({
  status: z.enum([
    "ready",
    "starting",
    "draining",
    "store_unavailable",
    "store_full",
    "store_missing",
    "store_read_only",
    "store_damaged",
  ]),
  upstream: z.enum(["unknown", "answering", "failing"]),
  /** State of this process's recorder; it does not affect readiness. */
  recorder: recorderStatus,
});
