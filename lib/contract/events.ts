// Items common to the event streams of invocations and deployments; shapes as in the types of @onkernel/sdk.
import type * as z from "zod/mini";
import { errorBody } from "./error.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

/** Stream item: the stream failed. The invocation or deployment itself may continue. */
export const errorEvent = resource({
  event: openEnum(["error"]),
  timestamp: optional(timestamp),
  error: errorBody,
});

/** Stream item that keeps an idle connection open. The period is not published. */
export const heartbeatEvent = resource({
  event: openEnum(["sse_heartbeat"]),
  timestamp: optional(timestamp),
});
export type HeartbeatEvent = z.infer<typeof heartbeatEvent>;
