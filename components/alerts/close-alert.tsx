"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { type Alert, alertClosing } from "@/lib/bff/alerts";
import { alertMutations } from "@/lib/queries/alerts";
import { closeAlertTexts } from "./alert-messages.ts";

/** Closes an alert without data, with a reason. It opens again when its subject violates the rule again. */
export function CloseAlert({ alert: { id, rule_name, label, closable, notifies_end } }: { alert: Alert }) {
  const [open, setOpen] = useState(false);
  const refusal = useRoleReason("operator");
  const close = useMutation(alertMutations.close());
  const name = label === "" ? rule_name : label;
  const early = closeAlertTexts.closableAfter(alertClosing.noDataMs / 1_000);
  return (
    <>
      <IconButton
        size="icon-sm"
        label={closeAlertTexts.close(name)}
        disabledReason={refusal ?? (closable ? undefined : early)}
        onClick={() => setOpen(true)}
      >
        <CircleX />
      </IconButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={closeAlertTexts.closeAlertOn(name)}
        effect={closeAlertTexts.effect(notifies_end)}
        confirmLabel={closeAlertTexts.closeAlert}
        tone="primary"
        reason="required"
        draft={`close-alert-${id}`}
        onConfirm={async (note) => void (await close.mutateAsync({ id, note }))}
      />
    </>
  );
}
