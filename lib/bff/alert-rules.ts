// Rules of alerts: a signal the dashboard records, the bound at which it is bad, and how long it must be so.
import * as z from "zod/mini";

/** What rules may hold; times are minutes, seconds or hours as their names say. */
export const ruleLimits = {
  nameMax: 80,
  rules: 100,
  forSeconds: [0, 86_400],
  clearSeconds: [0, 3_600],
  remindHours: [0, 168],
  muteMinutes: 43_200,
} as const;

/** Once firing, a figure must fall this far below (or rise this far above) its bound to be called clear. */
export const clearMargin = 0.8;

const within = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
const runs = { app: z.optional(name), action: z.optional(name) };

export const failureShare = z.object({
  kind: z.literal("failure_share"),
  ...runs,
  /** Runs that started in the last so many minutes, to the five minutes. */
  window_minutes: within(5, 1_440),
  /** Bad at and above. */
  percent: within(1, 100),
  /** With fewer ended runs nothing is known. */
  least: within(1, 10_000),
});
export const stuckRuns = z.object({
  kind: z.literal("stuck"),
  ...runs,
  /** Past `minutes`, or past `p99_times` times the p99 of that action; one of them at least. */
  minutes: z.nullable(within(1, 10_080)),
  p99_times: z.nullable(within(1, 100)),
});
export const poolCannotFill = z.object({
  kind: z.literal("pool_cannot_fill"),
  /** Id of one pool; all of them without. */
  pool: z.optional(name),
  /** Fires when the pool could not fill, by what its page says, for at least this long. */
  minutes: within(1, 120),
});
export const poolTimeToEmpty = z.object({
  kind: z.literal("pool_time_to_empty"),
  pool: z.optional(name),
  /** Empty within. */
  minutes: within(1, 1_440),
});
export const proxyDown = z.object({
  kind: z.literal("proxy_down"),
  proxy: z.optional(name),
  /** So many checks in a row. */
  checks: within(1, 20),
});
export const proxyFlapping = z.object({
  kind: z.literal("proxy_flapping"),
  proxy: z.optional(name),
  /** Flap score, 0 to 100. */
  score: within(1, 100),
});
export const upstreamUnreachable = z.object({ kind: z.literal("upstream_unreachable") });
export const recorderBehind = z.object({ kind: z.literal("recorder_behind") });

export const signal = z.discriminatedUnion("kind", [
  failureShare,
  stuckRuns,
  poolCannotFill,
  poolTimeToEmpty,
  proxyDown,
  proxyFlapping,
  upstreamUnreachable,
  recorderBehind,
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
] as const satisfies readonly SignalKind[];

/** What an operator sets. */
export const ruleSetting = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "give a name"),
      z.regex(/^\P{Cc}*$/u, "a name has no control characters"),
      z.maxLength(ruleLimits.nameMax),
    ),
  signal,
  /** Bad this long before it fires. */
  for_seconds: within(...ruleLimits.forSeconds),
  /** Clear this long before it is called resolved. */
  clear_seconds: within(...ruleLimits.clearSeconds),
  /** Told again while it lasts, at most this often; 0: never. */
  remind_hours: within(...ruleLimits.remindHours),
  enabled: z.boolean(),
  /** Ids of the webhooks that are told; without any it is told in the dashboard alone. */
  webhooks: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20)),
});
export type RuleSetting = z.infer<typeof ruleSetting>;

export const alertMute = z.object({
  /** Empty: the whole rule. */
  subject: z.string(),
  until_ms: z.int(),
  by: z.string(),
});
export type AlertMute = z.infer<typeof alertMute>;

export const subjectStates = ["ok", "pending", "firing"] as const;

/** Where one subject of a rule stands. `known` false: there is no data now, and the state is the last one known. */
export const ruleSubject = z.object({
  subject: z.string(),
  label: z.string(),
  state: z.enum(subjectStates),
  known: z.boolean(),
  /** What the figures say, or why nothing is known. */
  words: z.string(),
});
export type RuleSubject = z.infer<typeof ruleSubject>;

export const alertRule = z.extend(ruleSetting, {
  id: z.string(),
  created_by: z.string(),
  /** Epoch milliseconds. */
  created_at_ms: z.int(),
  updated_at_ms: z.int(),
  mutes: z.array(alertMute),
  /** Those that are not simply ok first; at most 100. */
  subjects: z.array(ruleSubject),
});
export type AlertRule = z.infer<typeof alertRule>;

export const alertRules = z.object({
  rules: z.array(alertRule),
  /** When the rules were last looked at by the replica that does so; null: never. */
  evaluated_at_ms: z.nullable(z.int()),
  now_ms: z.int(),
});

/** Mutes for so many minutes from now; 0 takes the mute back. */
export const muteSetting = z.object({
  subject: z.string().check(z.maxLength(600)),
  minutes: within(0, ruleLimits.muteMinutes),
});
export type MuteSetting = z.infer<typeof muteSetting>;

export const verdicts = ["bad", "between", "clear", "unknown"] as const;

/** What a signal says of each subject at this moment, without waiting or telling anyone. */
export const signalReading = z.object({
  subject: z.string(),
  label: z.string(),
  /** `between`: no longer bad, not yet clear. */
  verdict: z.enum(verdicts),
  words: z.string(),
});
export type SignalReading = z.infer<typeof signalReading>;
export const ruleTest = z.object({ readings: z.array(signalReading), read_at_ms: z.int() });
export type RuleTest = z.infer<typeof ruleTest>;
export const ruleTrial = z.object({ signal });
