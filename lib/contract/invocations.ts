import * as z from "zod/mini";
import { errorEvent, heartbeatEvent } from "./events.ts";
import { logEvent } from "./logs.ts";
import { pageQuery } from "./paging.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";
import { since } from "./since.ts";

export const invocationStatuses = ["queued", "running", "succeeded", "failed"] as const;
export const invocationStatus = z.enum(invocationStatuses);
export type InvocationStatus = z.infer<typeof invocationStatus>;

/** What creating an invocation answers: api.md §2. */
export const createdInvocation = resource({
  id: z.string().check(z.minLength(1)),
  action_name: optional(z.string()),
  status: openEnum(invocationStatuses),
  status_reason: optional(z.string()),
  output: optional(
    z.string().register(z.globalRegistry, { description: "the action's return value rendered as JSON" }),
  ),
});

/** An invocation as listed and retrieved: api.md §2. Which fields are required is not shown, so only the id is. */
export const invocation = resource({
  id: z.string().check(z.minLength(1)),
  app_name: optional(z.string()),
  version: optional(z.string()),
  action_name: optional(z.string()),
  started_at: optional(timestamp),
  status: optional(openEnum(invocationStatuses)),
  payload: optional(
    z.string().register(z.globalRegistry, { description: "input, as text that parses as JSON" }),
  ),
  output: optional(z.string().register(z.globalRegistry, { description: "return value rendered as JSON" })),
  finished_at: optional(timestamp),
  status_reason: optional(z.string()),
});
export type Invocation = z.infer<typeof invocation>;

export const asyncTimeoutSeconds = { min: 10, max: 3600, standard: 900 } as const;

/** `app_name`, `version` and `action_name` are required as published clients send them: wire.md §3.2. */
export const invocationCreate = z.object({
  app_name: z.string().check(z.minLength(1)),
  version: z.string().check(z.minLength(1)),
  action_name: z.string().check(z.minLength(1)),
  payload: z.optional(z.string()),
  async: z.optional(z.boolean()),
  async_timeout_seconds: z.optional(
    z.int().check(z.minimum(asyncTimeoutSeconds.min), z.maximum(asyncTimeoutSeconds.max)),
  ),
});
export type InvocationCreate = z.infer<typeof invocationCreate>;

/** Ends an invocation by force; `failed` is the cancel operation: wire.md §4.7. */
export const invocationUpdate = z.object({
  status: z.enum(["succeeded", "failed"]),
  output: z.optional(z.string()),
});

/** Bytes of a payload or an output, counted on its own text. */
export const payloadMaxBytes = 4_500_000;

/** JSON may write any byte of a payload as `\u00xx`, and the other fields take a little, too. */
export const invocationBodyMaxBytes = payloadMaxBytes * 6 + 65_536;

/** Filters of GET /invocations: api.md §4.3, names from wire.md §3.3. */
export const invocationFilters = z.object({
  app_name: z.optional(z.string().check(z.minLength(1))),
  version: z.optional(z.string().check(z.minLength(1))),
  action_name: z.optional(z.string().check(z.minLength(1))),
  deployment_id: z.optional(z.string().check(z.minLength(1))),
  status: z.optional(invocationStatus),
  since: z.optional(since),
  query: z
    .optional(z.string().check(z.maxLength(255)))
    .register(z.globalRegistry, { description: "searches id, application and action names" }),
  ...pageQuery,
});
export type InvocationFilters = z.infer<typeof invocationFilters>;

/** What has become of an invocation: the first and the last word of its stream. */
export const invocationStateEvent = resource({
  event: openEnum(["invocation_state"]),
  timestamp: optional(timestamp),
  invocation,
});

/** One item of an invocation's event stream: wire.md §5.1. */
export const invocationEvent = z.union([logEvent, invocationStateEvent, errorEvent, heartbeatEvent]);
export type InvocationEvent = z.infer<typeof invocationEvent>;

/** `since` leaves out older lines, never states. */
export const invocationEventsQuery = z.object({ since: z.optional(since) });
