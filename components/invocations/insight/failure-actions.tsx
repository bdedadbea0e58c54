"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { notify } from "@/components/ui/toast";
import { spanLabels } from "@/components/ui/ui-messages";
import type { FailureGroup } from "@/lib/bff/insight";
import { hourMs } from "@/lib/bff/time-units";
import { formatCount } from "@/lib/format/numbers";
import { presentMs } from "@/lib/present";
import { insightMutations } from "@/lib/queries/insight";
import { failureActionsTexts } from "./failure-on-demand-messages.ts";
import { formatReason } from "./failure-table.tsx";

const lengths = [
  { value: "1", label: spanLabels.hour },
  { value: "8", label: spanLabels.hours8 },
  { value: "24", label: spanLabels.day },
  { value: "168", label: spanLabels.days7 },
] as const;
type Hours = (typeof lengths)[number]["value"];
type Act = "acknowledged" | "muted" | "open";

const actLabels = {
  acknowledged: {
    title: failureActionsTexts.acknowledgeThisFailure,
    effect: failureActionsTexts.acknowledgeEffect,
    confirm: failureActionsTexts.acknowledge,
    done: failureActionsTexts.acknowledged,
  },
  muted: {
    title: failureActionsTexts.muteThisFailure,
    effect: failureActionsTexts.muteEffect,
    confirm: failureActionsTexts.mute,
    done: failureActionsTexts.muted,
  },
  open: {
    title: failureActionsTexts.reopenThisFailure,
    effect: failureActionsTexts.reopenEffect,
    confirm: failureActionsTexts.reopen,
    done: failureActionsTexts.reopened,
  },
} as const satisfies Record<Act, { title: string; effect: string; confirm: string; done: string }>;

/** Acknowledges, mutes for a period, or reopens a failure group; each with a note in the audit. */
export function FailureActions({ group }: { group: FailureGroup }) {
  const [act, setAct] = useState<Act>("acknowledged");
  const [dialogOpen, setDialogOpen] = useState(false);
  const [hours, setHours] = useState<Hours>("8");
  const roleReason = useRoleReason("operator");
  const save = useMutation(insightMutations.setFailureGroup());
  const labels = actLabels[act];
  const ask = (next: Act) => {
    setAct(next);
    setDialogOpen(true);
  };
  const hasTriage = group.decision !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {group.state === "acknowledged" ? null : (
        <Button disabledReason={roleReason} onClick={() => ask("acknowledged")}>
          {failureActionsTexts.openAcknowledge}
        </Button>
      )}
      {group.state === "muted" ? null : (
        <Button disabledReason={roleReason} onClick={() => ask("muted")}>
          {failureActionsTexts.openMute}
        </Button>
      )}
      {hasTriage ? (
        <Button variant="ghost" disabledReason={roleReason} onClick={() => ask("open")}>
          {failureActionsTexts.openReopen}
        </Button>
      ) : null}
      <ConfirmDialog
        open={dialogOpen}
        onOpenChange={setDialogOpen}
        title={labels.title}
        effect={
          <>
            <span className="block font-medium text-ink">“{formatReason(group.reason_key)}”</span>
            {failureActionsTexts.failedInThisTime(formatCount(group.count), group.count, labels.effect)}
          </>
        }
        confirmLabel={labels.confirm}
        tone="primary"
        reason="optional"
        draft={`${act}-failures-${group.key}`}
        onConfirm={async (note) => {
          const until = act === "muted" ? { until_ms: presentMs() + Number(hours) * hourMs } : {};
          await save.mutateAsync({ key: group.key, setting: { state: act, note, ...until } });
          notify.done(labels.done);
        }}
      >
        {act === "muted" ? (
          <Field label={failureActionsTexts.for}>
            <Select value={hours} onValueChange={setHours} options={lengths} />
          </Field>
        ) : null}
      </ConfirmDialog>
    </div>
  );
}
