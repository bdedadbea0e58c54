// State of the upstream connection.
import * as z from "zod/mini";
import { environment, operator } from "./operator.ts";

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
