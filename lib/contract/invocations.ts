import * as z from "zod/mini";
import { errorEvent, heartbeatEvent } from "./events.ts";
import { logEvent } from "./logs.ts";
import { pageQuery } from "./paging.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";
import { since } from "./since.ts";

/** Statuses of the specification. */
export const invocationStatuses = ["queued", "running", "succeeded", "failed"] as const;
/** A status as a filter value; other values are refused. */
export const invocationStatus = z.enum(invocationStatuses);
export type InvocationStatus = z.infer<typeof invocationStatus>;

/** Response of POST /invocations, as in the specification. */
export const createdInvocation = resource({
  id: z.string().check(z.minLength(1)),
  action_name: optional(z.string()),
  status: openEnum(invocationStatuses),
  status_reason: optional(z.string()),
  output: optional(
    z.string().register(z.globalRegistry, { description: "the action's return value rendered as JSON" }),
  ),
});

/** An invocation as listed and retrieved. The specification does not state which fields are required, so only `id` is. */
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

/** Bounds (specification) and default (published clients) of an asynchronous invocation's timeout. */
export const asyncTimeoutSeconds = { min: 10, max: 3600, standard: 900 } as const;

/** Body of POST /invocations. `app_name`, `version` and `action_name` are required by the types of @onkernel/sdk. */
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

/** Body of PATCH /invocations/{id}: ends an invocation by force. `failed` cancels it and deletes its sessions. */
export const invocationUpdate = z.object({
  status: z.enum(["succeeded", "failed"]),
  output: z.optional(z.string()),
});

/** Maximum size of a payload or an output in UTF-8 bytes, as the vendor documents it. */
export const payloadMaxBytes = 4_500_000;

/** Maximum size of a request body: JSON may escape each byte of a payload as `\u00xx`; 64 KiB for the other fields. */
export const invocationBodyMaxBytes = payloadMaxBytes * 6 + 65_536;

/** Query of GET /invocations: filters of the specification, names of @onkernel/sdk. `query` is sent by newer clients only. */
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

/** Stream item: the invocation after a change of state, also sent first. */
export const invocationStateEvent = resource({
  event: openEnum(["invocation_state"]),
  timestamp: optional(timestamp),
  invocation,
});

/** One item of an invocation's event stream, which ends with the invocation. */
export const invocationEvent = z.union([logEvent, invocationStateEvent, errorEvent, heartbeatEvent]);
export type InvocationEvent = z.infer<typeof invocationEvent>;

/** Query of the event stream. `since` omits older log lines, never states. */
export const invocationEventsQuery = z.object({ since: z.optional(since) });

/** True until the invocation is final. An unknown or missing status counts as open, because it may still change. */
export const isOpen = (invocation: Invocation): boolean =>
  invocation.status !== "succeeded" && invocation.status !== "failed";
