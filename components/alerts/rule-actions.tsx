"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { loadPart } from "@/components/ui/load-part";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { alertMutations } from "@/lib/queries/alerts";
import { ruleActionsTexts } from "./alert-messages.ts";
import { MuteMenu } from "./mute-menu.tsx";

const RuleDialog = dynamic(
  loadPart(() => import("./rule-dialog.tsx").then((module) => module.RuleDialog)),
  {
    ssr: false,
  },
);

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
        label={ruleActionsTexts.edit(rule.name)}
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
        label={ruleActionsTexts.delete(rule.name)}
        disabledReason={refusal}
        onClick={() => setOpen("delete")}
      >
        <Trash2 />
      </IconButton>
      {open === "edit" ? <RuleDialog rule={rule} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title={ruleActionsTexts.deleteRule(rule.name)}
        effect={
          firing === 0
            ? ruleActionsTexts.firesNoMoreAlertsPastAlerts
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
