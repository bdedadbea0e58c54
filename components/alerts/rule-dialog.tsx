"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { notify } from "@/components/ui/toast";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { alertMutations } from "@/lib/queries/alerts";
import { ruleDialogTexts } from "./alert-on-demand-messages.ts";
import { draftOf, newDraft, ruleFaultTexts, ruleForm } from "./rule-draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { RuleTrial } from "./rule-trial.tsx";

/** Creates or edits a rule: the signal, its limit and whom it notifies; the rest has defaults and is folded. */
export function RuleDialog({
  rule,
  onClose,
}: {
  /** Absent: a new one. */
  rule?: AlertRule;
  onClose: () => void;
}) {
  // As it is at opening: polling in the meantime does not change the form.
  const [present] = useState(() => (rule === undefined ? newDraft("failure_share") : draftOf(rule)));
  const { form, dialog } = useFormDialog({
    schema: ruleForm,
    faultTexts: ruleFaultTexts,
    values: present,
    draft: rule === undefined ? "alert-rule" : `alert-rule-${rule.id}`,
    act: useMutation(alertMutations.save()),
    toSend: (setting) => ({ id: rule?.id, setting }),
    onSaved: (_saved, setting) => {
      notify.done(rule === undefined ? ruleDialogTexts.ruleAdded : ruleDialogTexts.ruleSaved, setting.name);
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={rule === undefined ? ruleDialogTexts.addRule : ruleDialogTexts.edit(rule.name)}
      submitLabel={rule === undefined ? ruleDialogTexts.addRule : ruleDialogTexts.saveRule}
      failedTitle={ruleDialogTexts.notSaved}
    >
      <RuleFields form={form} />
      <RuleTrial signal={ruleForm.shape.signal.safeParse(form.watch("signal")).data} />
    </FormDialog>
  );
}
