"use client";

import type { UseFormReturn } from "react-hook-form";
import { TextField } from "@/components/form/schema-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type EvidenceKind, type EvidenceSettings, evidenceKinds, rulesOfKind } from "@/lib/bff/evidence";
import { type EvidenceDraft, evidenceForm } from "./evidence-draft.ts";
import { EvidenceExceptions } from "./evidence-exceptions.tsx";
import { kindNames, ruleTexts, storedLogRule } from "./evidence-messages.ts";
import { EvidencePreviewNotes } from "./evidence-preview-notes.tsx";
import { evidenceFieldsTexts } from "./setting-on-demand-messages.ts";

const optionsOf = (kind: EvidenceKind) =>
  rulesOfKind[kind].map((value) => ({
    value,
    label: kind === "logs" ? storedLogRule(value).text : ruleTexts[value],
  }));
const limits = [
  { name: "days", label: evidenceFieldsTexts.days, hint: evidenceFieldsTexts.daysHint },
  {
    name: "max_mb",
    label: evidenceFieldsTexts.totalInMb,
    hint: evidenceFieldsTexts.totalHint,
  },
  {
    name: "session_mb",
    label: evidenceFieldsTexts.oneLogInMb,
    hint: evidenceFieldsTexts.oneLogHint,
  },
  {
    name: "streams",
    label: evidenceFieldsTexts.logsAtATime,
    hint: evidenceFieldsTexts.logsAtATimeHint,
  },
] as const;

/** The fields of the settings, with what they would have stored. */
export function EvidenceFields({ form }: { form: UseFormReturn<EvidenceDraft, unknown, EvidenceSettings> }) {
  const draft = form.watch();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {evidenceKinds.map((kind) => (
          <Field key={kind} label={kindNames[kind]}>
            <Select
              value={draft[kind]}
              options={optionsOf(kind)}
              onValueChange={(rule) => form.setValue(kind, rule, { shouldDirty: true })}
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
          form.setValue("exceptions", exceptions, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
      <EvidencePreviewNotes settings={evidenceForm.safeParse(draft).data} />
    </>
  );
}
