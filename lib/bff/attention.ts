// What needs an operator, worked out from what was recorded: each thing with its evidence. Times are epoch
// milliseconds, shares 0 to 1; null is not known, never zero.
import * as z from "zod/mini";
import {
  attentionCommon,
  failingItem,
  interruptedItem,
  slowerItem,
  spikeItem,
  stuckItem,
  waitingItem,
} from "./attention-runs.ts";

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
  /** How far the recorded samples behind the verdict reach back, and how many there are. */
  from_ms: z.nullable(z.number()),
  samples: z.int(),
  /** Emptying: how many are taken in a minute more than come, and how long the rest lasts. */
  drain_per_minute: z.nullable(z.number()),
  minutes_left: z.nullable(z.number()),
  unfilled_at_start: z.nullable(z.int()),
});

const hanging = z.object({
  pools: z.int(),
  sessions: z.int(),
  runs: z.int(),
  /** False: a list could not be read to its end, there may be more. */
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
  hanging,
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
  /** Behind: everything that started after `reached_ms` is read, the rest down to `to_ms` is not. */
  reached_ms: z.nullable(z.number()),
  to_ms: z.nullable(z.number()),
});

/** The open alerts as one thing; those that are muted are counted apart, and make no item alone. */
const alertsItem = z.object({
  ...attentionCommon,
  kind: z.literal("alerts"),
  open: z.int(),
  muted: z.int(),
  /** False: there are more than were read. */
  complete: z.boolean(),
  gravest: z.object({
    rule_name: z.string(),
    /** Empty where the rule has one subject only. */
    label: z.string(),
    /** What its figures say, or said last. */
    words: z.string(),
    /** False: there is no data about it now. */
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

export const attentionSubjects = [
  "api",
  "recorder",
  "runs",
  "versions",
  "spike",
  "open_runs",
  "pools",
  "proxies",
  "alerts",
] as const;

/** What was looked at, so that nothing found means something. */
export const attentionCheck = z.object({
  subject: z.enum(attentionSubjects),
  /** `partly`: what was recorded is not everything there was. */
  state: z.enum(["checked", "partly", "not_checked"]),
  examined: z.nullable(z.int()),
  /** As of when; null: never. */
  at_ms: z.nullable(z.number()),
  /** A code where it is not fully checked. */
  why: z.nullable(z.string()),
});
export type AttentionCheck = z.infer<typeof attentionCheck>;

/** Answer of GET /api/attention, the worst first. */
export const attention = z.object({
  computed_at_ms: z.number(),
  /** From when on ended runs were counted: a whole number of five minutes, an hour or a little more ago. */
  from_ms: z.number(),
  items: z.array(attentionItem),
  checks: z.array(attentionCheck),
});
export type Attention = z.infer<typeof attention>;
