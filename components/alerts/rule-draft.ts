import { type AlertRule, type RuleSetting, ruleSetting, type SignalKind } from "@/lib/bff/alert-rules";

/** A rule as it is typed: every figure is text until it is read. */
export interface RuleDraft {
  name: string;
  kind: SignalKind;
  fields: Readonly<Record<string, string>>;
  forSeconds: string;
  clearSeconds: string;
  remindHours: string;
  enabled: boolean;
  webhooks: readonly string[];
}

/** One figure or name of a signal, as the form shows it. */
export interface SignalField {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly text?: true;
  readonly optional?: true;
  readonly start: string;
}

const runs: readonly SignalField[] = [
  { key: "app", label: "Application", text: true, optional: true, start: "" },
  { key: "action", label: "Action", text: true, optional: true, start: "" },
];

/** The fields of each signal with what a new rule begins with. */
export const signalFields = {
  failure_share: [
    { key: "percent", label: "Failed, % or more", start: "20" },
    { key: "window_minutes", label: "In the last … minutes", start: "30" },
    { key: "least", label: "Ended runs at least", start: "10" },
    ...runs,
  ],
  stuck: [
    { key: "minutes", label: "Open for … minutes", optional: true, start: "60" },
    { key: "p99_times", label: "Or … times its p99", optional: true, start: "3" },
    ...runs,
  ],
  pool_cannot_fill: [
    { key: "minutes", label: "For … minutes or longer", start: "5" },
    { key: "pool", label: "Pool id", text: true, optional: true, start: "" },
  ],
  pool_time_to_empty: [
    { key: "minutes", label: "Empty within … minutes", start: "15" },
    { key: "pool", label: "Pool id", text: true, optional: true, start: "" },
  ],
  proxy_down: [
    { key: "checks", label: "Failed checks in a row", start: "2" },
    { key: "proxy", label: "Proxy id", text: true, optional: true, start: "" },
  ],
  proxy_flapping: [
    { key: "score", label: "Flap score, 0 to 100", start: "30" },
    { key: "proxy", label: "Proxy id", text: true, optional: true, start: "" },
  ],
  upstream_unreachable: [],
  recorder_behind: [],
} as const satisfies Record<SignalKind, readonly SignalField[]>;

const startOf = (kind: SignalKind) =>
  Object.fromEntries(signalFields[kind].map(({ key, start }: SignalField) => [key, start]));

const waits = {
  failure_share: "0",
  stuck: "0",
  pool_cannot_fill: "0",
  pool_time_to_empty: "60",
  proxy_down: "0",
  proxy_flapping: "0",
  upstream_unreachable: "60",
  recorder_behind: "900",
} as const satisfies Record<SignalKind, string>;

/** A new rule, begun from a signal. */
export const newDraft = (kind: SignalKind, name = ""): RuleDraft => ({
  name,
  kind,
  fields: startOf(kind),
  forSeconds: waits[kind],
  clearSeconds: "60",
  remindHours: "4",
  enabled: true,
  webhooks: [],
});

/** A rule as a draft of itself. */
export function draftOf(rule: AlertRule): RuleDraft {
  const { kind, ...given } = rule.signal;
  const texts = Object.entries(given).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, String(value)] as const],
  );
  const empty = Object.fromEntries(signalFields[kind].map(({ key }: SignalField) => [key, ""]));
  return {
    name: rule.name,
    kind,
    fields: { ...empty, ...Object.fromEntries(texts) },
    forSeconds: String(rule.for_seconds),
    clearSeconds: String(rule.clear_seconds),
    remindHours: String(rule.remind_hours),
    enabled: rule.enabled,
    webhooks: rule.webhooks,
  };
}

const figure = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

function fieldValue({ text, optional }: SignalField, given: string): unknown {
  if (text === true) return given.trim() === "" ? undefined : given.trim();
  return optional === true && given.trim() === "" ? null : figure(given);
}

/** The setting a draft says, and the names of the fields that are wrong. */
export function readDraft(draft: RuleDraft): {
  setting: RuleSetting | undefined;
  wrong: ReadonlySet<string>;
} {
  const fields: readonly SignalField[] = signalFields[draft.kind];
  const signal = Object.fromEntries(
    fields
      .map((field) => [field.key, fieldValue(field, draft.fields[field.key] ?? "")] as const)
      .filter(([, value]) => value !== undefined),
  );
  const read = ruleSetting.safeParse({
    name: draft.name,
    signal: { kind: draft.kind, ...signal },
    for_seconds: figure(draft.forSeconds),
    clear_seconds: figure(draft.clearSeconds),
    remind_hours: figure(draft.remindHours),
    enabled: draft.enabled,
    webhooks: draft.webhooks,
  });
  const wrong = new Set((read.error?.issues ?? []).map(({ path }) => String(path.at(-1))));
  // Without either there is nothing to be past.
  const bare = draft.kind === "stuck" && signal.minutes === null && signal.p99_times === null;
  if (bare) wrong.add("minutes");
  return { setting: bare ? undefined : read.data, wrong };
}
