// Alert rules: a recorded signal, the threshold at which it is bad, and for how long it must be.
import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";

/** Bounds of rule fields; units are in the names. */
export const ruleLimits = {
  nameMax: 80,
  /** Two names of 255 characters, each encoded for an address by up to nine, and what separates them. */
  subjectMax: 2 * 255 * 9 + 1,
  rules: 100,
  forSeconds: [0, 86_400],
  clearSeconds: [0, 3_600],
  remindHours: [0, 168],
  muteMinutes: 43_200,
} as const;

/** Hysteresis: once firing, a figure must be this far on the good side of its threshold to count as clear. */
export const clearMargin = 0.8;

const within = (min: number, max: number) => {
  const fault = fieldMessages.wholeNumber(min, max);
  return z.int(fault).check(z.minimum(min, fault), z.maximum(max, fault));
};
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
const invocations = { app: z.optional(name), action: z.optional(name) };

const failureShare = z.object({
  kind: z.literal("failure_share"),
  ...invocations,
  /** Invocations that started in the last so many minutes, in steps of five. */
  window_minutes: within(5, 1_440),
  /** Bad at or above. */
  percent: within(1, 100),
  /** With fewer ended invocations the state is unknown. */
  least: within(1, 10_000),
});
const stuckInvocations = z.object({
  kind: z.literal("stuck"),
  ...invocations,
  /** Longer than `minutes`, or than `p99_times` times the action's p99; at least one of them is set. */
  minutes: z.nullable(within(1, 10_080)),
  p99_times: z.nullable(within(1, 100)),
});
const poolCannotFill = z.object({
  kind: z.literal("pool_cannot_fill"),
  /** Id of one pool; all pools when omitted. */
  pool: z.optional(name),
  /** Fires when the pool has been unable to fill, as on its page, for at least this long. */
  minutes: within(1, 120),
});
const poolTimeToEmpty = z.object({
  kind: z.literal("pool_time_to_empty"),
  pool: z.optional(name),
  /** Fires when the pool will be empty within this time. */
  minutes: within(1, 1_440),
});
const proxyDown = z.object({
  kind: z.literal("proxy_down"),
  proxy: z.optional(name),
  /** Number of consecutive failed checks. */
  checks: within(1, 20),
});
const proxyFlapping = z.object({
  kind: z.literal("proxy_flapping"),
  proxy: z.optional(name),
  /** Flap score, 0 to 100. */
  score: within(1, 100),
});
const upstreamUnreachable = z.object({ kind: z.literal("upstream_unreachable") });
const recorderBehind = z.object({ kind: z.literal("recorder_behind") });
const nothingRecorded = z.object({
  kind: z.literal("nothing_recorded"),
  /** Fires when no list was read for at least this long, whatever the reason. */
  minutes: within(1, 1_440),
});

export const signal = z.discriminatedUnion("kind", [
  failureShare,
  stuckInvocations,
  poolCannotFill,
  poolTimeToEmpty,
  proxyDown,
  proxyFlapping,
  upstreamUnreachable,
  recorderBehind,
  nothingRecorded,
]);
export type Signal = z.infer<typeof signal>;
export type SignalKind = Signal["kind"];

export const signalKinds = [
  "failure_share",
  "stuck",
  "pool_cannot_fill",
  "pool_time_to_empty",
  "proxy_down",
  "proxy_flapping",
  "upstream_unreachable",
  "recorder_behind",
  "nothing_recorded",
] as const satisfies readonly SignalKind[];

/** The settings of a rule. */
export const ruleSetting = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, fieldMessages.enterName),
      z.regex(/^\P{Cc}*$/u, fieldMessages.noControlCharacters),
      z.maxLength(ruleLimits.nameMax),
    ),
  signal,
  /** Time the signal must be bad before the alert fires. */
  for_seconds: within(...ruleLimits.forSeconds),
  /** Time the signal must be clear before the alert is resolved. */
  clear_seconds: within(...ruleLimits.clearSeconds),
  /** Interval of repeated notifications while the alert is open; 0: none. */
  remind_hours: within(...ruleLimits.remindHours),
  enabled: z.boolean(),
  /** Ids of the webhooks to notify; none: shown in the dashboard only. */
  webhooks: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20)),
});
export type RuleSetting = z.infer<typeof ruleSetting>;

export const alertMute = z.object({
  /** Empty: the rule has one subject. */
  subject: z.string(),
  until_ms: z.int(),
  by: z.string(),
});
export type AlertMute = z.infer<typeof alertMute>;

const subjectStates = ["ok", "pending", "firing"] as const;

/** State of one subject of a rule. `known` false: there is no current data, and the state is the last known one. */
export const ruleSubject = z.object({
  subject: z.string(),
  label: z.string(),
  state: z.enum(subjectStates),
  known: z.boolean(),
  /** The figures as text, or why they are unknown. */
  message: z.string(),
});
export type RuleSubject = z.infer<typeof ruleSubject>;

export const alertRule = z.extend(ruleSetting, {
  id: z.string(),
  created_by: z.string(),
  /** Epoch milliseconds. */
  created_at_ms: z.int(),
  updated_at_ms: z.int(),
  /** How many of its webhooks are off and get nothing; a replica of the version before does not say it. */
  webhooks_off: z.optional(z.int()),
  mutes: z.array(alertMute),
  /** Subjects that are not ok first; at most 100. */
  subjects: z.array(ruleSubject),
  /**
   * Numbers of all its subjects; `unknown` of those without current data, `firing_unknown` of the firing ones. A replica of
   * the version before does not say them.
   */
  subject_counts: z.optional(
    z.object({
      total: z.int(),
      firing: z.int(),
      firing_unknown: z.optional(z.int()),
      pending: z.int(),
      unknown: z.int(),
    }),
  ),
});
export type AlertRule = z.infer<typeof alertRule>;

export const alertRules = z.object({
  rules: z.array(alertRule),
  /** When the leader replica last evaluated the rules; null: never. */
  evaluated_at_ms: z.nullable(z.int()),
  now_ms: z.int(),
});

/** A rule's settings, and which state of it they replace; without one they replace any. */
export const ruleUpdate = z.extend(ruleSetting, {
  /** `updated_at_ms` of that state; refused (409) once the rule has another. */
  expected_updated_at_ms: z.optional(z.int()),
});
export type RuleUpdate = z.infer<typeof ruleUpdate>;

/** Mutes for so many minutes from now; 0 unmutes. */
export const muteSetting = z.object({
  subject: z.string().check(z.maxLength(ruleLimits.subjectMax)),
  minutes: within(0, ruleLimits.muteMinutes),
});
export type MuteSetting = z.infer<typeof muteSetting>;

/** What adding the starter rules did. */
export const starterRules = z.object({
  /** Rules that were added now; those that exist, as they are or changed, are not added again. */
  added: z.array(alertRule),
});

export const verdicts = ["bad", "between", "clear", "unknown"] as const;

/** The current state of each subject of a signal, without hold times and notifications. */
export const signalReading = z.object({
  subject: z.string(),
  label: z.string(),
  /** `between`: within the hysteresis band. */
  verdict: z.enum(verdicts),
  message: z.string(),
  /** For stuck invocations, how long they are open at least; for a share of failures, its window. */
  limit_ms: z.optional(z.int()),
});
export type SignalReading = z.infer<typeof signalReading>;
export const ruleTest = z.object({ readings: z.array(signalReading), read_at_ms: z.int() });
export type RuleTest = z.infer<typeof ruleTest>;
export const ruleTrial = z.object({ signal });
