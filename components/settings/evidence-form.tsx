"use client";

import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import {
  type EvidenceKind,
  type EvidenceSettings,
  type EvidenceState,
  evidenceKinds,
  rulesOfKind,
} from "@/lib/bff/evidence";
import { draftOf, evidenceFaultTexts, evidenceForm } from "./evidence-draft.ts";
import { EvidenceExceptions } from "./evidence-exceptions.tsx";
import { kindNames, ruleTexts, storedLogRule } from "./evidence-messages.ts";
import { EvidencePreviewNotes } from "./evidence-preview-notes.tsx";

const optionsOf = (kind: EvidenceKind) =>
  rulesOfKind[kind].map((value) => ({
    value,
    label: kind === "logs" ? storedLogRule(value).text : ruleTexts[value],
  }));
const limits = [
  { name: "days", label: "Days", hint: "After the last line." },
  { name: "max_mb", label: "Megabytes in all", hint: "Compressed. Above it the oldest is deleted." },
  {
    name: "session_mb",
    label: "Megabytes of one log",
    hint: "As text. Above it its oldest lines are deleted.",
  },
  { name: "streams", label: "Logs followed at a time", hint: "Others wait, and may miss lines." },
] as const;

/** The form of the settings, with what they would have stored. */
export function EvidenceForm({
  id,
  opened,
  current,
  failure,
  onSave,
}: {
  id: string;
  /** As it was when the form was opened, and as it is now. */
  opened: EvidenceState;
  current: EvidenceState;
  failure: Error | null;
  onSave: (settings: EvidenceSettings) => void;
}) {
  const form = useSchemaForm({
    schema: evidenceForm,
    faultTexts: evidenceFaultTexts,
    failure,
    mode: "onChange",
    defaultValues: draftOf(opened.settings),
  });
  const draft = form.watch();
  const submit = form.handleSubmit(onSave);
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <div className="grid gap-4 sm:grid-cols-2">
        {evidenceKinds.map((kind) => (
          <Field key={kind} label={kindNames[kind]}>
            <Select
              value={draft[kind]}
              options={optionsOf(kind)}
              onValueChange={(rule) => form.setValue(kind, rule)}
            />
          </Field>
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-4">
        {limits.map((limit) => (
          <TextField key={limit.name} form={form} {...limit} inputMode="numeric" />
        ))}
      </div>
      <EvidenceExceptions
        exceptions={draft.exceptions}
        errorOf={(at) => form.getFieldState(`exceptions.${at}.name`, form.formState).error?.message}
        onChange={(exceptions) =>
          form.setValue("exceptions", exceptions, { shouldValidate: form.formState.isSubmitted })
        }
      />
      <EvidencePreviewNotes settings={evidenceForm.safeParse(draft).data} />
      {current.set_at_ms === opened.set_at_ms ? null : (
        <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
          {current.set_by} changed the settings <RelativeTime at={current.set_at_ms} />. Saving replaces that.
        </p>
      )}
      {failure === null ? null : <ErrorState shape="strip" error={failure} title="Not saved" />}
    </form>
  );
}
