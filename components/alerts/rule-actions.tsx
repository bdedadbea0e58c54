"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { alertMutations } from "@/lib/queries/alerts";
import { ruleActionsTexts } from "./alert-messages.ts";
import { MuteMenu } from "./mute-menu.tsx";
import { subjectCounts } from "./subject-counts.ts";

/** Actions on a rule. */
export function RuleActions({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const [deleting, setDeleting] = useState(false);
  const refusal = useRoleReason("operator");
  const remove = useMutation(alertMutations.remove());
  const { firing } = subjectCounts(rule);
  return (
    <span className="inline-flex items-center justify-end gap-0.5">
      <IconButton
        size="icon-sm"
        label={ruleActionsTexts.edit(rule.name)}
        disabledReason={refusal}
        onClick={onEdit}
      >
        <Pencil />
      </IconButton>
      <MuteMenu
        ruleId={rule.id}
        subject=""
        name={rule.name}
        muted={rule.mutes.some(({ subject }) => subject === "")}
      />
      <IconButton
        size="icon-sm"
        label={ruleActionsTexts.delete(rule.name)}
        disabledReason={refusal}
        onClick={() => setDeleting(true)}
      >
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={ruleActionsTexts.deleteRule(rule.name)}
        effect={
          firing === 0
            ? ruleActionsTexts.firesNoMoreAlerts
            : ruleActionsTexts.openAlertsEnd(firing, rule.webhooks.length > 0)
        }
        confirmLabel={ruleActionsTexts.deleteRuleLabel}
        reason="optional"
        draft={`delete-alert-rule-${rule.id}`}
        onConfirm={async (reason) => void (await remove.mutateAsync({ id: rule.id, reason }))}
      />
    </span>
  );
}
