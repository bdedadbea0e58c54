import * as z from "zod/mini";
import { wholeNumber } from "@/components/form/typed-values";
import {
  type AlertRule,
  ruleSetting,
  type Signal,
  type SignalKind,
  signal,
  signalKinds,
} from "@/lib/bff/alert-rules";
import { ruleDraftTexts } from "./alert-on-demand-messages.ts";
import { signalNames } from "./signal-messages.ts";

/** What a rule can be limited to. */
export type Subject = "app" | "action" | "pool" | "proxy";

/** One number or name of a signal, as a form field. */
export interface SignalField {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  /** What a name or an id names; absent for numbers. */
  readonly of?: Subject;
  readonly optional?: true;
  /** Among the first fields of the form; the others are folded. */
  readonly main?: true;
  readonly start: string;
}

const only = (of: Subject, label: string): SignalField => ({ key: of, label, of, optional: true, start: "" });
const invocations = [only("app", ruleDraftTexts.application), only("action", ruleDraftTexts.action)];

/** The fields of each signal with the defaults of a new rule. */
export const signalFields = {
  failure_share: [
    { key: "percent", label: ruleDraftTexts.failedPercent, main: true, start: "20" },
    { key: "window_minutes", label: ruleDraftTexts.windowMinutes, main: true, start: "30" },
    { key: "least", label: ruleDraftTexts.minimumNumberOfInvocations, start: "10" },
    ...invocations,
  ],
  stuck: [
    { key: "minutes", label: ruleDraftTexts.openLongerThanMinutes, main: true, optional: true, start: "60" },
    {
      key: "p99_times",
      label: ruleDraftTexts.orTimesItsP99,
      main: true,
      optional: true,
      start: "3",
    },
    ...invocations,
  ],
  pool_cannot_fill: [
    { key: "minutes", label: ruleDraftTexts.forAtLeastMinutes, main: true, start: "5" },
    only("pool", ruleDraftTexts.pool),
  ],
  pool_time_to_empty: [
    { key: "minutes", label: ruleDraftTexts.emptyWithinMinutes, main: true, start: "15" },
    only("pool", ruleDraftTexts.pool),
  ],
  proxy_down: [
    { key: "checks", label: ruleDraftTexts.failedChecksInARow, main: true, start: "2" },
    only("proxy", ruleDraftTexts.proxy),
  ],
  proxy_flapping: [
    { key: "score", label: ruleDraftTexts.flapScore, main: true, start: "30" },
    only("proxy", ruleDraftTexts.proxy),
  ],
  upstream_unreachable: [],
  recorder_behind: [],
  nothing_recorded: [{ key: "minutes", label: ruleDraftTexts.forAtLeastMinutes, main: true, start: "10" }],
} as const satisfies Record<SignalKind, readonly SignalField[]>;

const waits = {
  failure_share: "0",
  stuck: "0",
  pool_cannot_fill: "0",
  pool_time_to_empty: "60",
  proxy_down: "0",
  proxy_flapping: "0",
  upstream_unreachable: "60",
  recorder_behind: "900",
  nothing_recorded: "0",
} as const satisfies Record<SignalKind, string>;

/** A signal as form values: its kind, and a text for each of its fields. */
const signalTexts = z.catchall(z.object({ kind: z.enum(signalKinds) }), z.string());
type SignalTexts = z.infer<typeof signalTexts>;

const figure = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

function parseField({ of, optional }: SignalField, given: string): string | number | null | undefined {
  if (of !== undefined) return given.trim() || undefined;
  return optional === true && given.trim() === "" ? null : figure(given);
}

function parseTexts({ kind, ...texts }: SignalTexts): unknown {
  const fields: readonly SignalField[] = signalFields[kind];
  return {
    kind,
    ...Object.fromEntries(
      fields
        .map((field) => [field.key, parseField(field, texts[field.key] ?? "")] as const)
        .filter(([, value]) => value !== undefined),
    ),
  };
}

// Without either limit the rule could never fire.
const checkedSignal: z.ZodMiniType<Signal, unknown> = signal.check(
  z.refine((given) => given.kind !== "stuck" || given.minutes !== null || given.p99_times !== null, {
    path: ["minutes"],
    error: ruleDraftTexts.enterOneLimit,
  }),
);

/** A rule as form values: every number is text until it is parsed. */
export const ruleForm = z.extend(ruleSetting, {
  signal: z.pipe(signalTexts, z.pipe(z.transform(parseTexts), checkedSignal)),
  for_seconds: wholeNumber(ruleSetting.shape.for_seconds),
  clear_seconds: wholeNumber(ruleSetting.shape.clear_seconds),
  remind_hours: wholeNumber(ruleSetting.shape.remind_hours),
});
export type RuleDraft = z.input<typeof ruleForm>;

/** The draft of a new rule with a signal's name and defaults. */
export const newDraft = (kind: SignalKind, name: string = signalNames[kind]): RuleDraft => ({
  name,
  signal: {
    ...Object.fromEntries(signalFields[kind].map(({ key, start }: SignalField) => [key, start])),
    kind,
  },
  for_seconds: waits[kind],
  clear_seconds: "60",
  remind_hours: "4",
  enabled: true,
  webhooks: [],
});

/** The draft of an existing rule. */
export function draftOf({
  name,
  signal: { kind, ...given },
  enabled,
  webhooks,
  ...rule
}: AlertRule): RuleDraft {
  const values: Readonly<Record<string, string | number | null | undefined>> = given;
  const texts = signalFields[kind].map(({ key }: SignalField) => [key, String(values[key] ?? "")] as const);
  return {
    name,
    signal: { ...Object.fromEntries(texts), kind },
    for_seconds: String(rule.for_seconds),
    clear_seconds: String(rule.clear_seconds),
    remind_hours: String(rule.remind_hours),
    enabled,
    webhooks,
  };
}

/** Texts of the faults by field; a number's fault says its bounds. */
export const ruleFaultTexts: Readonly<Record<string, string>> = {
  name: ruleDraftTexts.nameInvalid,
  ...Object.fromEntries(
    ["app", "action", "pool", "proxy"].map((key) => [`signal.${key}`, ruleDraftTexts.targetTooLong]),
  ),
};
