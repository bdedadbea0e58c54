"use client";

import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { type AlertRule, type RuleSetting, signalKinds } from "@/lib/bff/alert-rules";
import { draftOf, newDraft, ruleFaultTexts, ruleForm, type SignalField, signalFields } from "./rule-draft.ts";
import { RuleTargets } from "./rule-targets.tsx";
import { RuleTrial } from "./rule-trial.tsx";
import { signalHints, signalNames } from "./signal-messages.ts";

const kindOptions = signalKinds.map((value) => ({ value, label: signalNames[value] }));
const timing = [
  { name: "for_seconds", label: "Bad for … seconds", hint: "Before it fires." },
  { name: "clear_seconds", label: "Clear for … seconds", hint: "Before it is over." },
  { name: "remind_hours", label: "Remind every … hours", hint: "0: never." },
] as const;

/** The form of a rule: the signal and its limit, duration, webhooks, and a preview of the result now. */
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
  const form = useSchemaForm({
    schema: ruleForm,
    faultTexts: ruleFaultTexts,
    failure,
    defaultValues: rule === undefined ? newDraft("failure_share") : draftOf(rule),
  });
  const [signal, webhooks, enabled] = form.watch(["signal", "webhooks", "enabled"]);
  const fields: readonly SignalField[] = signalFields[signal.kind];
  const submit = form.handleSubmit(onSave);
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <TextField form={form} name="name" label="Name" maxLength={80} />
      <Field label="Signal" hint={signalHints[signal.kind]}>
        <Select
          value={signal.kind}
          options={kindOptions}
          onValueChange={(kind) => {
            const { name, webhooks: targets } = form.getValues();
            form.reset({ ...newDraft(kind, name), webhooks: targets });
          }}
        />
      </Field>
      {fields.length === 0 ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ key, label, text, optional }) => (
            <TextField
              key={`${signal.kind} ${key}`}
              form={form}
              name={`signal.${key}`}
              label={label}
              optional={optional === true}
              mono={text === true}
              inputMode={text === true ? "text" : "numeric"}
            />
          ))}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {timing.map((each) => (
          <TextField key={each.name} form={form} {...each} inputMode="numeric" />
        ))}
      </div>
      <RuleTargets chosen={webhooks} onChange={(chosen) => form.setValue("webhooks", chosen)} />
      <Switch checked={enabled} onCheckedChange={(on) => form.setValue("enabled", on)} label="Rule" />
      <RuleTrial signal={ruleForm.shape.signal.safeParse(signal).data} />
      {failure === null ? null : <ErrorState shape="strip" error={failure} title="Not saved" />}
    </form>
  );
}
