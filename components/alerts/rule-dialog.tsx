"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { alertMutations } from "@/lib/queries/alerts";

const RuleForm = dynamic(() => import("./rule-form.tsx").then((module) => module.RuleForm), {
  ssr: false,
  loading: () => <Skeleton className="h-72 w-full" />,
});

/** Creates or edits a rule. */
export function RuleDialog({
  rule,
  open,
  onOpenChange,
}: {
  /** Absent: a new one. */
  rule?: AlertRule;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const formId = useId();
  const save = useMutation(alertMutations.save());
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // Clears the error of this draft: it does not apply to the next one.
        save.reset();
        onOpenChange(next);
      }}
      pending={save.isPending}
      title={rule === undefined ? "New rule" : `Edit ${rule.name}`}
      description="The dashboard looks at it every five seconds. What it cannot see is unknown: it neither fires nor resolves."
      foot={
        <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
          {rule === undefined ? "Add rule" : "Save rule"}
        </Button>
      }
    >
      <RuleForm
        id={formId}
        rule={rule}
        failure={save.error}
        onSave={(setting) =>
          save.mutate(
            { id: rule?.id, setting },
            {
              onSuccess: () => {
                notify.done(rule === undefined ? `${setting.name} is watched` : `${setting.name} is saved`);
                onOpenChange(false);
              },
            },
          )
        }
      />
    </Dialog>
  );
}
