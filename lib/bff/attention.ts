// Conditions that need an operator, derived from recorded data, each with its evidence. Times are epoch milliseconds,
// shares 0 to 1; null is unknown, never zero.
import * as z from "zod/mini";
import {
  attentionCommon,
  attentionSeverity,
  failingItem,
  interruptedItem,
  slowerItem,
  spikeItem,
  stuckItem,
  waitingItem,
} from "./attention-invocations.ts";
import { openCounts } from "./stuck-invocations.ts";

const poolItem = z.object({
  ...attentionCommon,
  kind: z.literal("pool"),
  state: z.enum(["cannot_fill", "empty", "emptying", "acquired"]),
  pool_id: z.string(),
  name: z.nullable(z.string()),
  available: z.int(),
  acquired: z.int(),
  size: z.nullable(z.int()),
  unfilled: z.nullable(z.int()),
  sampled_at_ms: z.number(),
  /** Time span and number of the samples behind the verdict. */
  from_ms: z.nullable(z.number()),
  samples: z.int(),
  /** Emptying: net browsers taken per minute, and how long the rest lasts. */
  drain_per_minute: z.nullable(z.number()),
  minutes_left: z.nullable(z.number()),
  unfilled_at_start: z.nullable(z.int()),
});

const dependents = z.object({
  pools: z.int(),
  sessions: z.int(),
  invocations: z.int(),
  /** False: a list was not read completely, there may be more. */
  complete: z.boolean(),
});

const proxyItem = z.object({
  ...attentionCommon,
  kind: z.literal("proxy"),
  state: z.enum(["down", "flapping"]),
  proxy_id: z.string(),
  name: z.nullable(z.string()),
  checked_at_ms: z.nullable(z.number()),
  /** The recorded checks of the last 24 hours. */
  checks: z.int(),
  unavailable: z.int(),
  flap: z.nullable(z.number()),
  dependents,
});

const silentItem = z.object({
  ...attentionCommon,
  kind: z.literal("silent"),
  code: z.nullable(z.string()),
  last_answer_at_ms: z.nullable(z.number()),
});

const recorderItem = z.object({
  ...attentionCommon,
  kind: z.literal("recorder"),
  state: z.enum(["off", "failing", "behind"]),
  code: z.nullable(z.string()),
  /** Behind: everything that started after `reached_ms` has been read, from there back to `to_ms` not yet. */
  reached_ms: z.nullable(z.number()),
  to_ms: z.nullable(z.number()),
});

/** The open alerts that no other item explains, as one; muted ones are counted separately and make no item by themselves. */
const alertsItem = z.object({
  ...attentionCommon,
  kind: z.literal("alerts"),
  open: z.int(),
  muted: z.int(),
  /** False: there are more alerts than were read. */
  complete: z.boolean(),
  mostSevere: z.object({
    rule_name: z.string(),
    /** Empty if the rule has one subject. */
    label: z.string(),
    /** Its latest figures as text. */
    message: z.string(),
    /** False: there is no current data. */
    known: z.boolean(),
  }),
});

export const attentionItem = z.discriminatedUnion("kind", [
  silentItem,
  recorderItem,
  spikeItem,
  failingItem,
  slowerItem,
  interruptedItem,
  stuckItem,
  waitingItem,
  poolItem,
  proxyItem,
  alertsItem,
]);
export type AttentionItem = z.infer<typeof attentionItem>;

/** One cause with what it drags along. */
export const attentionEntry = z.object({
  /** The worst of its items. */
  severity: attentionSeverity,
  cause: attentionItem,
  /** Items that the cause explains, worst first; they have no entry of their own. */
  symptoms: z.array(attentionItem),
  /** Open alerts, not muted, about the cause or a symptom. */
  alerts: z.int(),
});
export type AttentionEntry = z.infer<typeof attentionEntry>;

export const attentionSubjects = [
  "api",
  "recorder",
  "invocations",
  "versions",
  "spike",
  "open_invocations",
  "pools",
  "proxies",
  "alerts",
] as const;

/** The checks made, so that an empty list is meaningful. */
export const attentionCheck = z.object({
  subject: z.enum(attentionSubjects),
  /** `partly`: the recorded data is incomplete. */
  state: z.enum(["checked", "partly", "not_checked"]),
  examined: z.nullable(z.int()),
  /** Time of the data; null: none. */
  at_ms: z.nullable(z.number()),
  /** A code if it is not fully checked. */
  why: z.nullable(z.string()),
});
export type AttentionCheck = z.infer<typeof attentionCheck>;

/** Query of GET /api/attention. */
export const attentionQuery = z.object({
  /** `no`: read for a count only, which makes no list be polled faster. */
  viewed: z.optional(z.enum(["no"])),
});

/** Response of GET /api/attention: one entry per cause, the worst first. */
export const attention = z.object({
  computed_at_ms: z.number(),
  /** Start of the period of ended invocations: aligned to five minutes, an hour or slightly more ago. */
  from_ms: z.number(),
  open: openCounts,
  entries: z.array(attentionEntry),
  checks: z.array(attentionCheck),
});
export type Attention = z.infer<typeof attention>;

/** Every cause and symptom. */
export const itemsOf = ({ entries }: Pick<Attention, "entries">): AttentionItem[] =>
  entries.flatMap(({ cause, symptoms }) => [cause, ...symptoms]);
