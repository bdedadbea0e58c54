"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast";
import type { EvidenceState } from "@/lib/bff/evidence";
import { evidenceMutations } from "@/lib/queries/evidence";
import { draftOf, evidenceFaultTexts, evidenceForm } from "./evidence-draft.ts";
import { EvidenceFields } from "./evidence-fields.tsx";
import { evidenceDialogTexts } from "./setting-on-demand-messages.ts";

/** Changes what evidence is stored. `evidence` may change while it is open. */
export function EvidenceDialog({ evidence, onClose }: { evidence: EvidenceState; onClose: () => void }) {
  const [opened] = useState(() => ({ setAtMs: evidence.set_at_ms, values: draftOf(evidence.settings) }));
  const { form, dialog } = useFormDialog({
    schema: evidenceForm,
    faultTexts: evidenceFaultTexts,
    // Not the present ones: an exception is one row of the form, whose fields cannot follow singly.
    values: opened.values,
    draft: "evidence-settings",
    version: opened.setAtMs,
    act: useMutation(evidenceMutations.save()),
    toSend: (settings) => ({ ...settings, expected_set_at_ms: evidence.set_at_ms }),
    onSaved: () => {
      notify.done(evidenceDialogTexts.evidenceSettingsSaved);
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      width="lg"
      title={evidenceDialogTexts.evidenceSettings}
      description={evidenceDialogTexts.appliesWithinSeconds}
      submitLabel={evidenceDialogTexts.save}
      failedTitle={evidenceDialogTexts.notSaved}
      effect={
        evidence.set_at_ms === dialog.version ? undefined : (
          <span className="text-warn">
            {evidence.set_by}
            {evidenceDialogTexts.changedTheSettings}
            <RelativeTime at={evidence.set_at_ms} />
            {evidenceDialogTexts.savingReplacesTheseChanges}
          </span>
        )
      }
    >
      <EvidenceFields form={form} />
    </FormDialog>
  );
}
