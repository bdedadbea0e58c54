// Where alerts are sent, and what became of each sending.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

export const webhookLimits = { nameMax: 60, urlMax: 2_000, webhooks: 20, attempts: 8 } as const;

/** `x-fleetdeck-signature: t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` under the webhook's secret. */
export const webhookHeaders = {
  signature: "x-fleetdeck-signature",
  event: "x-fleetdeck-event",
  idempotency: "idempotency-key",
} as const;

export const webhookEvents = ["fired", "reminded", "resolved", "test"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "give a name"),
    z.regex(/^\P{Cc}*$/u, "a name has no control characters"),
    z.maxLength(webhookLimits.nameMax),
  );
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(webhookLimits.urlMax));

export const webhookCreate = z.object({ name, url });
/** Changes what is given. */
export const webhookUpdate = z.object({
  name: z.optional(name),
  url: z.optional(url),
  enabled: z.optional(z.boolean()),
});
export type WebhookUpdate = z.infer<typeof webhookUpdate>;

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  /** Its origin; the path may be a secret and is never told again. */
  origin: z.string(),
  enabled: z.boolean(),
  created_by: z.string(),
  created_at_ms: z.int(),
  waiting: z.int(),
  dead: z.int(),
  last_delivered_ms: z.nullable(z.int()),
});
export type Webhook = z.infer<typeof webhook>;
export const webhooks = z.object({ webhooks: z.array(webhook) });

/** The secret is told here and never again. */
export const webhookMade = z.extend(webhook, { secret: z.string() });
export type WebhookMade = z.infer<typeof webhookMade>;

/** A new secret is told here once: the old one could not be read any more when the address was set again. */
export const webhookChanged = z.extend(webhook, { secret: z.optional(z.string()) });
export type WebhookChanged = z.infer<typeof webhookChanged>;

export const deliveryStates = ["waiting", "delivered", "dead"] as const;

export const deliveryAttempt = z.object({
  at_ms: z.int(),
  /** Null: no answer came. */
  status: z.nullable(z.int()),
  ms: z.int(),
  error: z.nullable(z.string()),
});

export const delivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: z.enum(webhookEvents),
  /** Null for a test. */
  alert_id: z.nullable(z.string()),
  /** What it tells, in short. */
  title: z.string(),
  created_at_ms: z.int(),
  state: z.enum(deliveryStates),
  /** When it is tried next, while it waits. */
  next_at_ms: z.nullable(z.int()),
  /** Oldest first. */
  attempts: z.array(deliveryAttempt),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveriesQuery = z.object({
  webhook_id: z.optional(z.string().check(z.maxLength(64))),
  limit: z.optional(queryInteger({ min: 1, max: 200 })),
});
export const deliveries = z.object({ deliveries: z.array(delivery), now_ms: z.int() });
