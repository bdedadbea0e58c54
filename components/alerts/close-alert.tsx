"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { type Alert, alertClosing } from "@/lib/bff/alerts";
import { alertMutations } from "@/lib/queries/alerts";

/** Closes an alert without data, with a reason. It opens again when its subject violates the rule again. */
export function CloseAlert({ alert: { id, rule_name, label, closable } }: { alert: Alert }) {
  const [open, setOpen] = useState(false);
  const refusal = useRoleReason("operator");
  const close = useMutation(alertMutations.close());
  const name = label === "" ? rule_name : label;
  const early = `This alert had data within the last ${alertClosing.noDataMs / 1_000} s.`;
  return (
    <>
      <IconButton
        size="icon-sm"
        label={`Close ${name}`}
        disabledReason={refusal ?? (closable ? undefined : early)}
        onClick={() => setOpen(true)}
      >
        <CircleX />
      </IconButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Close alert on ${name}?`}
        effect="There is no data for it now. Everyone notified of it is notified that it ended. It fires again when data shows the problem."
        confirmLabel="Close alert"
        tone="primary"
        reason="required"
        onConfirm={async (note) => void (await close.mutateAsync({ id, note }))}
      />
    </>
  );
}
