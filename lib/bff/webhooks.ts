// Webhooks for alerts, and their deliveries.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { alertPlace } from "./alerts.ts";
import { fieldMessages } from "./field-messages.ts";

/** `attempts`: with their pauses over one to two hours, so that a receiver that is down for an hour gets its notices. */
export const webhookLimits = { nameMax: 60, urlMax: 2_000, webhooks: 20, attempts: 16 } as const;

/** Headers of a notice: those of the Standard Webhooks scheme, and the event. */
export const webhookHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
  event: "x-fleetdeck-event",
} as const;

export const webhookEvents = ["fired", "reminded", "resolved", "test"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, fieldMessages.enterName),
    z.regex(/^\P{Cc}*$/u, fieldMessages.noControlCharacters),
    z.maxLength(webhookLimits.nameMax),
  );
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(webhookLimits.urlMax));

export const webhookCreate = z.object({ name, url });
/** Changes the given fields. */
export const webhookUpdate = z.object({
  name: z.optional(name),
  url: z.optional(url),
  enabled: z.optional(z.boolean()),
});
export type WebhookUpdate = z.infer<typeof webhookUpdate>;

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  /** Its origin; the path may be secret and is never returned. */
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

/** The secret is returned here only. */
export const webhookMade = z.extend(webhook, { secret: z.string() });
export type WebhookMade = z.infer<typeof webhookMade>;

/** Contains a new secret once, if the old one could not be decrypted when the address was changed. */
export const webhookChanged = z.extend(webhook, { secret: z.optional(z.string()) });
export type WebhookChanged = z.infer<typeof webhookChanged>;

export const deliveryStates = ["waiting", "delivered", "dead"] as const;

const deliveryAttempt = z.object({
  at_ms: z.int(),
  /** Null: no response. */
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
  /** What its alert is about; null for a test, or where the alert was deleted. */
  alert: z.nullable(alertPlace),
  /** Short description of the notification. */
  title: z.string(),
  created_at_ms: z.int(),
  state: z.enum(deliveryStates),
  /** Time of the next attempt, while pending. */
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
