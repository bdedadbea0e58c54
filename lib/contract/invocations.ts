import { z } from "zod";
import { pageQuery } from "./paging.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

export const invocationStatuses = ["queued", "running", "succeeded", "failed"] as const;
export const invocationStatus = z.enum(invocationStatuses);
export type InvocationStatus = z.infer<typeof invocationStatus>;

/** What creating an invocation answers: api.md §2. */
export const createdInvocation = resource({
  id: z.string().min(1),
  action_name: optional(z.string()),
  status: openEnum(invocationStatuses),
  status_reason: optional(z.string()),
  output: optional(z.string().meta({ description: "the action's return value rendered as JSON" })),
});

/** An invocation as listed and retrieved: api.md §2. Which fields are required is not shown, so only the id is. */
export const invocation = resource({
  id: z.string().min(1),
  app_name: optional(z.string()),
  version: optional(z.string()),
  action_name: optional(z.string()),
  started_at: optional(timestamp),
  status: optional(openEnum(invocationStatuses)),
  payload: optional(z.string().meta({ description: "input, as text that parses as JSON" })),
  output: optional(z.string().meta({ description: "return value rendered as JSON" })),
  finished_at: optional(timestamp),
  status_reason: optional(z.string()),
});
export type Invocation = z.infer<typeof invocation>;

export const asyncTimeoutSeconds = { min: 10, max: 3600, standard: 900 } as const;

/** `app_name`, `version` and `action_name` are required as published clients send them: wire.md §3.2. */
export const invocationCreate = z.object({
  app_name: z.string().min(1),
  version: z.string().min(1),
  action_name: z.string().min(1),
  payload: z.string().optional(),
  async: z.boolean().optional(),
  async_timeout_seconds: z.int().min(asyncTimeoutSeconds.min).max(asyncTimeoutSeconds.max).optional(),
});
export type InvocationCreate = z.infer<typeof invocationCreate>;

/** Ends an invocation by force; `failed` is the cancel operation: wire.md §4.7. */
export const invocationUpdate = z.object({
  status: z.enum(["succeeded", "failed"]),
  output: z.string().optional(),
});

const durationPattern = /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/;

/** RFC 3339 or a duration such as `5m` or `1h30m`; days and partial timestamps are not accepted. */
export const since = z
  .string()
  .refine((text) => durationPattern.test(text) || timestamp.safeParse(text).success, {
    message: "expected an RFC 3339 timestamp or a duration such as 5m or 1h30m",
  });

const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** The instant a `since` value means, in epoch milliseconds. */
export function sinceEpochMs(text: string, nowMs: number): number {
  if (!durationPattern.test(text)) return Date.parse(text);
  let totalMs = 0;
  for (const [, amount = "0", , unit = "s"] of text.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    totalMs += Number(amount) * (unitMs[unit] ?? 0);
  }
  return nowMs - totalMs;
}

/** Filters of GET /invocations: api.md §4.3, names from wire.md §3.3. */
export const invocationFilters = z.object({
  app_name: z.string().min(1).optional(),
  version: z.string().min(1).optional(),
  action_name: z.string().min(1).optional(),
  deployment_id: z.string().min(1).optional(),
  status: invocationStatus.optional(),
  since: since.optional(),
  ...pageQuery,
});
export type InvocationFilters = z.infer<typeof invocationFilters>;
