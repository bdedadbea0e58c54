// What the event streams of invocations and deployments have in common: wire.md §2.6.
import type * as z from "zod/mini";
import { errorBody } from "./error.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

/** The stream itself cannot go on; what it is about may live. */
export const errorEvent = resource({
  event: openEnum(["error"]),
  timestamp: optional(timestamp),
  error: errorBody,
});

/** Keeps an idle stream open. */
export const heartbeatEvent = resource({
  event: openEnum(["sse_heartbeat"]),
  timestamp: optional(timestamp),
});
export type HeartbeatEvent = z.infer<typeof heartbeatEvent>;
