"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { type FormDialogState, useFormDialog } from "@/components/form/use-form-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { paces } from "@/lib/paces";
import { alertMutations, alertQueries } from "@/lib/queries/alerts";
import { webhookQueries } from "@/lib/queries/webhooks";
import { ruleDialogTexts } from "./alert-on-demand-messages.ts";
import { draftOf, newDraft, ruleFaultTexts, ruleForm } from "./rule-draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { RuleTrial } from "./rule-trial.tsx";

/** Creates or edits a rule: the signal, its limit and whom it notifies; the rest has defaults and is folded. */
export function RuleDialog({
  rule,
  onClose,
}: {
  /** As it is at opening; absent: a new one. */
  rule?: AlertRule;
  onClose: () => void;
}) {
  const now = useRuleNow(rule);
  // Read again while the form is open: a rule with a webhook that is gone would be refused.
  const query = useQuery({ ...webhookQueries.list(), refetchInterval: paces.refresh.listMs });
  // A list from before may lack one that somebody has added to the rule since.
  const webhooks = query.isFetchedAfterMount && query.error === null ? query.data?.data.webhooks : undefined;
  // Polling in the meantime does not change the form.
  const [present] = useState(() => (rule === undefined ? newDraft("failure_share") : draftOf(rule)));
  const { form, dialog } = useFormDialog({
    schema: ruleForm,
    faultTexts: ruleFaultTexts,
    values: present,
    draft: rule === undefined ? "alert-rule" : `alert-rule-${rule.id}`,
    ...(rule === undefined ? {} : { version: rule.updated_at_ms }),
    act: useMutation(alertMutations.save()),
    toSend: (entered) => {
      // Without those that were deleted since they were chosen: the form does not show them.
      const chosen = entered.webhooks.filter((id) => webhooks?.some((each) => each.id === id) ?? true);
      const setting = { ...entered, webhooks: chosen };
      return {
        id: rule?.id,
        setting: rule === undefined ? setting : { ...setting, expected_updated_at_ms: now?.updated_at_ms },
      };
    },
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
      disabledReason={rule !== undefined && now === undefined ? ruleDialogTexts.ruleDeleted : undefined}
      // A save reads the rule again before it ends.
      effect={rule === undefined || dialog.pending ? undefined : effectOf(dialog.version, now)}
    >
      <RuleFields form={form} />
      <RuleTrial signal={ruleForm.shape.signal.safeParse(form.watch("signal")).data} />
    </FormDialog>
  );
}

/** The rule as it is now; undefined once it is deleted. */
function useRuleNow(rule: AlertRule | undefined): AlertRule | undefined {
  const { data } = useQuery({ ...alertQueries.rules(), enabled: rule !== undefined });
  return data === undefined ? rule : data.data.rules.find(({ id }) => id === rule?.id);
}

/** What others did to the rule since the draft was begun. */
function effectOf(version: FormDialogState["version"], now: AlertRule | undefined) {
  if (now === undefined) return <span className="text-warn">{ruleDialogTexts.ruleDeleted}</span>;
  if (now.updated_at_ms === version) return undefined;
  return (
    <span className="text-warn">
      {ruleDialogTexts.ruleChanged}
      <RelativeTime at={now.updated_at_ms} />
      {ruleDialogTexts.savingReplacesTheseChanges}
    </span>
  );
}
