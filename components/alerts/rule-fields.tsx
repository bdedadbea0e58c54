"use client";

import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FoldedFields } from "@/components/form/form-section";
import { ReferenceField } from "@/components/form/reference-field";
import { enterValue, TextField } from "@/components/form/schema-form";
import { useKnownActions, useKnownPools, useKnownProxies } from "@/components/inventory/known-resources";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { type RuleSetting, type SignalKind, signalKinds } from "@/lib/bff/alert-rules";
import { ruleFieldsTexts } from "./alert-on-demand-messages.ts";
import { newDraft, type RuleDraft, type SignalField, type Subject, signalFields } from "./rule-draft.ts";
import { RuleTargets } from "./rule-targets.tsx";
import { signalHints, signalNames } from "./signal-messages.ts";

type RuleFormState = UseFormReturn<RuleDraft, unknown, RuleSetting>;

const kindOptions = signalKinds.map((value) => ({ value, label: signalNames[value] }));
const allSubjects = {
  app: ruleFieldsTexts.emptyAllApplications,
  action: ruleFieldsTexts.emptyAllActions,
  pool: ruleFieldsTexts.emptyAllPools,
  proxy: ruleFieldsTexts.emptyAllProxies,
} as const satisfies Record<Subject, string>;
const timing = [
  { name: "for_seconds", label: ruleFieldsTexts.forAtLeastSeconds, hint: ruleFieldsTexts.beforeItFires },
  {
    name: "clear_seconds",
    label: ruleFieldsTexts.clearForAtLeastSeconds,
    hint: ruleFieldsTexts.beforeItEnds,
  },
  { name: "remind_hours", label: ruleFieldsTexts.remindEveryHours, hint: ruleFieldsTexts.zeroNever },
] as const;

/** The fields of a rule: its signal, the limit and the webhooks; under "More" what has a default that fits most. */
export function RuleFields({ form }: { form: RuleFormState }) {
  const [signal, webhooks, enabled] = form.watch(["signal", "webhooks", "enabled"]);
  /** As they were when another signal was chosen. */
  const before = useRef(new Map<SignalKind, RuleDraft["signal"]>());
  const choose = (kind: SignalKind) => {
    const present = newDraft(signal.kind);
    const next = newDraft(kind);
    before.current.set(signal.kind, form.getValues("signal"));
    form.setValue("signal", before.current.get(kind) ?? next.signal, { shouldDirty: true });
    // What was typed stays.
    for (const name of ["name", "for_seconds"] as const)
      if (form.getValues(name) === present[name]) form.setValue(name, next[name], { shouldDirty: true });
    form.clearErrors();
  };
  const fields: readonly SignalField[] = signalFields[signal.kind];
  const folded = fields.filter(({ main }) => main !== true);
  const hasFault = [
    ...(["name", ...timing.map(({ name }) => name)] as const),
    ...folded.map(({ key }) => `signal.${key}` as const),
  ].some((name) => form.getFieldState(name, form.formState).invalid);
  return (
    <>
      <Field label={ruleFieldsTexts.signal} hint={signalHints[signal.kind]}>
        <Select value={signal.kind} options={kindOptions} onValueChange={choose} />
      </Field>
      <SignalFields form={form} kind={signal.kind} fields={fields.filter(({ main }) => main === true)} />
      <RuleTargets chosen={webhooks} onChange={(chosen) => enterValue(form, "webhooks", chosen)} />
      <FoldedFields title={ruleFieldsTexts.more} hasFault={hasFault}>
        <TextField form={form} name="name" label={ruleFieldsTexts.name} maxLength={80} />
        <SignalFields form={form} kind={signal.kind} fields={folded} />
        <div className="grid gap-4 sm:grid-cols-3">
          {timing.map((each) => (
            <TextField key={each.name} form={form} {...each} inputMode="numeric" />
          ))}
        </div>
        <Switch
          checked={enabled}
          onCheckedChange={(on) => form.setValue("enabled", on, { shouldDirty: true })}
          label={ruleFieldsTexts.rule}
        />
      </FoldedFields>
    </>
  );
}

/** Some of a signal's fields, two in a line. */
function SignalFields({
  form,
  kind,
  fields,
}: {
  form: RuleFormState;
  kind: string;
  fields: readonly SignalField[];
}) {
  if (fields.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ key, of, label, hint, optional }) =>
        of === undefined ? (
          <TextField
            key={`${kind} ${key}`}
            form={form}
            name={`signal.${key}`}
            label={label}
            hint={hint}
            optional={optional === true}
            decides={fields.map((other) => `signal.${other.key}` as const)}
            inputMode="numeric"
          />
        ) : (
          <SubjectField key={`${kind} ${key}`} form={form} of={of} label={label} />
        ),
      )}
    </div>
  );
}

/** The only object that a rule evaluates. */
function SubjectField({ form, of, label }: { form: RuleFormState; of: Subject; label: string }) {
  const { apps: app, actions: action } = useKnownActions();
  const known = { app, action, pool: useKnownPools(), proxy: useKnownProxies() };
  const name = `signal.${of}` as const;
  return (
    <ReferenceField
      label={label}
      value={form.watch(name) ?? ""}
      known={known[of]}
      emptyHint={allSubjects[of]}
      unknownHint={ruleFieldsTexts.unknownHint}
      error={form.getFieldState(name, form.formState).error?.message}
      onChange={(next) => enterValue(form, name, next)}
    />
  );
}
