"use client";

import { type FormEvent, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { type AlertRule, type RuleSetting, signalKinds } from "@/lib/bff/alert-rules";
import {
  draftOf,
  newDraft,
  type RuleDraft,
  readDraft,
  type SignalField,
  signalFields,
} from "./rule-draft.ts";
import { RuleTargets } from "./rule-targets.tsx";
import { RuleTrial } from "./rule-trial.tsx";
import { signalHints, signalNames } from "./signal-words.ts";

const kindOptions = signalKinds.map((value) => ({ value, label: signalNames[value] }));
const timing = [
  { key: "forSeconds", name: "for_seconds", label: "Bad for … seconds", hint: "Before it fires." },
  { key: "clearSeconds", name: "clear_seconds", label: "Clear for … seconds", hint: "Before it is over." },
  { key: "remindHours", name: "remind_hours", label: "Remind every … hours", hint: "0: never." },
] as const;

/** The form of a rule: the signal and its bound, how long, who is told; and what it would say now. */
export function RuleForm({
  id,
  rule,
  failure,
  onSave,
}: {
  id: string;
  rule: AlertRule | undefined;
  failure: Error | null;
  onSave: (setting: RuleSetting) => void;
}) {
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule === undefined ? newDraft("failure_share") : draftOf(rule),
  );
  const [tried, setTried] = useState(false);
  const { setting, wrong } = readDraft(draft);
  const change = (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part }));
  const fields: readonly SignalField[] = signalFields[draft.kind];
  const fault = (name: string, words: string) => (tried && wrong.has(name) ? words : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (setting !== undefined) onSave(setting);
  };
  return (
    <form id={id} className="grid gap-4" onSubmit={submit} noValidate>
      <Field label="Name" error={fault("name", "Give a name of at most 80 characters.")}>
        <Input value={draft.name} maxLength={80} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field label="Signal" hint={signalHints[draft.kind]}>
        <Select
          value={draft.kind}
          options={kindOptions}
          onValueChange={(kind) =>
            setDraft((now) => ({ ...newDraft(kind, now.name), webhooks: now.webhooks }))
          }
        />
      </Field>
      {fields.length === 0 ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ key, label, text, optional }) => (
            <Field
              key={`${draft.kind} ${key}`}
              label={label}
              optional={optional === true}
              error={fault(
                key,
                text === true ? "At most 255 characters." : "A whole number within its bounds.",
              )}
            >
              <Input
                mono={text === true}
                inputMode={text === true ? "text" : "numeric"}
                value={draft.fields[key] ?? ""}
                onChange={(event) => change({ fields: { ...draft.fields, [key]: event.target.value } })}
              />
            </Field>
          ))}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {timing.map(({ key, name, label, hint }) => (
          <Field key={key} label={label} hint={hint} error={fault(name, "A whole number within its bounds.")}>
            <Input
              inputMode="numeric"
              value={draft[key]}
              onChange={(event) => change({ [key]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <RuleTargets chosen={draft.webhooks} onChange={(webhooks) => change({ webhooks })} />
      <Switch checked={draft.enabled} onCheckedChange={(enabled) => change({ enabled })} label="Rule" />
      <RuleTrial
        signal={setting?.signal ?? readDraft({ ...draft, name: draft.name || "trial" }).setting?.signal}
      />
      {failure === null ? null : <ErrorState shape="strip" error={failure} title="Not saved" />}
    </form>
  );
}
