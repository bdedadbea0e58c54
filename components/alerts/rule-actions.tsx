"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { alertMutations } from "@/lib/queries/alerts";
import { MuteMenu } from "./mute-menu.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

/** Actions on a rule. */
export function RuleActions({ rule }: { rule: AlertRule }) {
  const [open, setOpen] = useState<"none" | "edit" | "delete">("none");
  const refusal = useRoleReason("operator");
  const remove = useMutation(alertMutations.remove());
  const firing = rule.subjects.filter(({ state }) => state === "firing").length;
  const close = () => setOpen("none");
  return (
    <span className="inline-flex items-center justify-end gap-0.5">
      <IconButton
        size="icon-sm"
        label={`Edit ${rule.name}`}
        disabledReason={refusal}
        onClick={() => setOpen("edit")}
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
        label={`Delete ${rule.name}`}
        disabledReason={refusal}
        onClick={() => setOpen("delete")}
      >
        <Trash2 />
      </IconButton>
      <RuleDialog rule={rule} open={open === "edit"} onOpenChange={close} />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title={`Delete the rule ${rule.name}?`}
        effect={
          firing === 0
            ? "Nobody is notified of this signal any more. What it reported before stays in the history."
            : `${firing} open ${firing === 1 ? "alert ends" : "alerts end"} with it, and whoever was notified is notified of it.`
        }
        confirmLabel="Delete rule"
        reason="optional"
        onConfirm={async (reason) => void (await remove.mutateAsync({ id: rule.id, reason }))}
      />
    </span>
  );
}
