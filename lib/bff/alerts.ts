// Alerts: one for each time a subject of a rule went bad, open until it is clear again.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { signalKinds } from "./alert-rules.ts";
import { fieldMessages } from "./field-messages.ts";
import { noteLines } from "./note-lines.ts";

/**
 * `clear`: the signal is clear; `gone`: the subject no longer exists; `closed`: closed by an operator because there was
 * no data; the others: the rule was changed.
 */
export const resolvedWhys = ["clear", "gone", "closed", "rule_changed", "rule_off", "rule_deleted"] as const;

/** An operator may close an open alert after this time without data of its subject. */
export const alertClosing = { noDataMs: 60_000, noteMax: 500 } as const;

/** Body of POST /api/alerts/{id}/close. */
export const alertClose = z.object({
  note: z
    .string()
    .check(z.trim(), z.minLength(1, fieldMessages.giveReason), noteLines, z.maxLength(alertClosing.noteMax)),
});

/** What an alert is about, and when. */
export const alertPlace = z.object({
  kind: z.enum(signalKinds),
  subject: z.string(),
  /** Where the figures begin that it fired by; epoch milliseconds. */
  since_ms: z.int(),
  resolved_at_ms: z.nullable(z.int()),
  /**
   * For stuck invocations, how long they are open at least; for a share of failures, its window. Null: no such limit, or not
   * stored.
   */
  limit_ms: z.nullable(z.int()),
});
export type AlertPlace = z.infer<typeof alertPlace>;

export const alert = z.extend(alertPlace, {
  id: z.string(),
  rule_id: z.string(),
  rule_name: z.string(),
  label: z.string(),
  /** Epoch milliseconds. */
  fired_at_ms: z.int(),
  resolved_why: z.nullable(z.enum(resolvedWhys)),
  /** The figures as text when it fired, and the latest ones. */
  fired_message: z.string(),
  message: z.string(),
  /** False: there is no current data. */
  known: z.boolean(),
  /**
   * Open, and about what hits users now; that of a pool while the pool is empty. The others tell what will, or what is worth
   * knowing. A replica of the version before does not say it.
   */
  severe: z.optional(z.boolean()),
  /** Time since which there has been no data; null while there is. */
  no_data_since_ms: z.nullable(z.int()),
  /** Data has been missing for long enough that an operator may close it. */
  closable: z.boolean(),
  /** The operator who closed it, and the reason; null: not closed by an operator. */
  closed_by: z.nullable(z.string()),
  closed_note: z.nullable(z.string()),
  /** Fired while muted, without a notification since. */
  silent: z.boolean(),
  /** A webhook was sent that it fired, and will be sent that it ended. */
  notifies_end: z.boolean(),
  /** Its rule or its subject is muted until this time. */
  muted_until_ms: z.nullable(z.int()),
  /** Its whole rule is muted: to unmute its subject alone has no effect. */
  rule_muted: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

/**
 * Where a list continues, after its last alert: `<resolved_at_ms>:<id>` of a resolved one, with 1 or 0 for its severity
 * `<severe>:<fired_at_ms>:<id>` of an open one.
 */
const alertCursor = z.string().check(z.regex(/^(?:[01]:)?\d{1,15}:[^:]{1,64}$/, fieldMessages.nextCursor));

export const alertsQuery = z.object({
  state: z.enum(["open", "resolved"]),
  limit: z.optional(queryInteger({ min: 1, max: 200 })),
  /** The `next_cursor` of an earlier answer for the same state, to continue it. */
  cursor: z.optional(alertCursor),
});

/** Open alerts: what hits users now first, then the newest. Resolved ones: the newest first. */
export const alertList = z.object({
  alerts: z.array(alert),
  /** Number of open alerts that are not muted, and of all open ones. */
  loud: z.int(),
  open: z.int(),
  /** False: there are more alerts than the limit. */
  complete: z.boolean(),
  /** Continues the list; null: there are no more. A replica of the version before has none for open alerts. */
  next_cursor: z.nullable(z.string()),
  evaluated_at_ms: z.nullable(z.int()),
  /** While the API does not answer, all other signals are unknown: since when, and the error code. */
  suppressed: z.nullable(z.object({ since_ms: z.int(), code: z.string() })),
  now_ms: z.int(),
});
export type AlertList = z.infer<typeof alertList>;
