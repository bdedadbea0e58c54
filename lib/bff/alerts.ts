// Alerts: one for each time a subject of a rule went bad, open until it was clear again.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { signalKinds } from "./alert-rules.ts";

/**
 * `clear`: the signal said so; `gone`: there is no such subject any more; `closed`: by hand, for want of data; the
 * others: somebody changed the rule.
 */
export const resolvedWhys = ["clear", "gone", "closed", "rule_changed", "rule_off", "rule_deleted"] as const;

/** An open alert may be closed by hand when there was no data of its subject for so long. */
export const alertClosing = { noDataMs: 60_000, noteMax: 500 } as const;

/** Body of POST /api/alerts/{id}/close. */
export const alertClose = z.object({
  note: z.string().check(z.trim(), z.minLength(1, "say why"), z.maxLength(alertClosing.noteMax)),
});

export const alert = z.object({
  id: z.string(),
  rule_id: z.string(),
  rule_name: z.string(),
  kind: z.enum(signalKinds),
  subject: z.string(),
  label: z.string(),
  /** Epoch milliseconds. */
  fired_at_ms: z.int(),
  resolved_at_ms: z.nullable(z.int()),
  resolved_why: z.nullable(z.enum(resolvedWhys)),
  /** What the figures said when it fired, and what they say now (or said last). */
  fired_words: z.string(),
  words: z.string(),
  /** False: there is no data about it now; it is neither worse nor better. */
  known: z.boolean(),
  /** Since when there is no data; null while there is. */
  no_data_since_ms: z.nullable(z.int()),
  /** There has been none for so long that it may be closed by hand. */
  closable: z.boolean(),
  /** Who closed it by hand, and why; null: nobody did. */
  closed_by: z.nullable(z.string()),
  closed_note: z.nullable(z.string()),
  /** Fired while muted, and nobody was told since. */
  silent: z.boolean(),
  /** Its rule or its subject is muted until then. */
  muted_until_ms: z.nullable(z.int()),
});
export type Alert = z.infer<typeof alert>;

export const alertsQuery = z.object({
  state: z.enum(["open", "resolved"]),
  limit: z.optional(queryInteger({ min: 1, max: 200 })),
});

/** Newest first. */
export const alertList = z.object({
  alerts: z.array(alert),
  /** How many are open and not muted, and how many are open at all. */
  loud: z.int(),
  open: z.int(),
  /** False: there are more than the limit. */
  complete: z.boolean(),
  evaluated_at_ms: z.nullable(z.int()),
  /** Everything but the API itself is unknown while the API does not answer: since when, and its code. */
  suppressed: z.nullable(z.object({ since_ms: z.int(), code: z.string() })),
  now_ms: z.int(),
});
export type AlertList = z.infer<typeof alertList>;
