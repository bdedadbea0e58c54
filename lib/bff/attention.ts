// What needs an operator, worked out from what was recorded: each thing with its evidence. Times are epoch
// milliseconds, shares 0 to 1; null is not known, never zero.
import * as z from "zod/mini";

export const attentionSeverities = ["critical", "serious", "notice"] as const;
export const attentionSeverity = z.enum(attentionSeverities);

/** `certain`: read or counted; `likely`: a sample large enough to mean it; `guess`: a rule of thumb. */
export const attentionSureness = z.enum(["certain", "likely", "guess"]);

const common = {
  /** The same for the same thing in every answer, whatever its figures are by then. */
  id: z.string(),
  severity: attentionSeverity,
  sure: attentionSureness,
  /** Since when it is so, as far as it was recorded. */
  since_ms: z.nullable(z.number()),
};

const counted = { failed: z.int(), finished: z.int() };
const action = { app_name: z.string(), action_name: z.string() };

/** Runs that started from `from_ms` on and that ended; each run counts once. */
const failingItem = z.object({
  ...common,
  ...action,
  ...counted,
  kind: z.literal("failing"),
  version: z.string(),
  share: z.number(),
  from_ms: z.number(),
  to_ms: z.number(),
  last_ms: z.number(),
  /** How many different inputs failed: the same one run again and again is one. */
  inputs: z.int(),
  /** The commonest kinds of failure; `kinds` is how many there are. */
  reasons: z.array(z.object({ key: z.string(), example: z.nullable(z.string()), runs: z.int() })),
  kinds: z.int(),
  /** The other versions of the action in the last 24 hours; null when they ended too few runs. */
  others: z.nullable(z.object({ ...counted, share: z.number() })),
  /**
   * What insight says where it calls the version's failures regressed, of the runs that started from `from_ms` on,
   * without those that the service cut short; null where it does not.
   */
  regressed: z.nullable(
    z.object({
      since_version: z.string(),
      since_ms: z.nullable(z.number()),
      base_version: z.string(),
      base: z.object({ failed: z.int(), ended: z.int() }),
      newer: z.object({ failed: z.int(), ended: z.int() }),
      from_ms: z.number(),
    }),
  ),
});

/** Runs the service itself ended by stopping: no fault of their actions. */
const interruptedItem = z.object({
  ...common,
  kind: z.literal("interrupted"),
  runs: z.int(),
  actions: z.int(),
  from_ms: z.number(),
  to_ms: z.number(),
  last_ms: z.number(),
});

const stuckItem = z.object({
  ...common,
  ...action,
  kind: z.literal("stuck"),
  runs: z.int(),
  /** The longest, at most five. */
  longest: z.array(z.object({ id: z.string(), version: z.string(), started_at_ms: z.number() })),
  /** Past the longest the API allows, past what is usual, or long with nothing known to be usual. */
  basis: z.enum(["limit", "usual", "long"]),
  limit_ms: z.number(),
  usual: z.nullable(z.object({ p50_ms: z.number(), p99_ms: z.number(), runs: z.int() })),
});

const waitingItem = z.object({
  ...common,
  kind: z.literal("waiting"),
  queued: z.int(),
  oldest: z.object({ ...action, id: z.string(), started_at_ms: z.number() }),
});

const poolItem = z.object({
  ...common,
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
  ...common,
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
  ...common,
  kind: z.literal("silent"),
  code: z.nullable(z.string()),
  last_answer_at_ms: z.nullable(z.number()),
});

const recorderItem = z.object({
  ...common,
  kind: z.literal("recorder"),
  state: z.enum(["off", "failing", "behind"]),
  code: z.nullable(z.string()),
  /** Behind: everything that started after `reached_ms` is read, the rest down to `to_ms` is not. */
  reached_ms: z.nullable(z.number()),
  to_ms: z.nullable(z.number()),
});

export const attentionItem = z.discriminatedUnion("kind", [
  silentItem,
  recorderItem,
  failingItem,
  interruptedItem,
  stuckItem,
  waitingItem,
  poolItem,
  proxyItem,
]);
export type AttentionItem = z.infer<typeof attentionItem>;

export const attentionSubjects = ["api", "recorder", "runs", "open_runs", "pools", "proxies"] as const;

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
