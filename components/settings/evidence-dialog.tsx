"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/toast";
import type { EvidenceState } from "@/lib/bff/evidence";
import { evidenceMutations } from "@/lib/queries/evidence";
import { EvidenceForm } from "./evidence-form.tsx";

/** Changes what evidence is stored. `evidence` may change while it is open. */
export function EvidenceDialog({
  evidence,
  onOpenChange,
}: {
  evidence: EvidenceState;
  onOpenChange: (open: boolean) => void;
}) {
  const formId = useId();
  const [opened] = useState(evidence);
  const save = useMutation(evidenceMutations.save());
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      pending={save.isPending}
      width="lg"
      title="What evidence is stored"
      description="Applies within seconds, without a restart. What is stored already stays until it is too old or too much."
      foot={
        <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
          Save
        </Button>
      }
    >
      <EvidenceForm
        id={formId}
        opened={opened}
        current={evidence}
        failure={save.error}
        onSave={(settings) =>
          save.mutate(settings, {
            onSuccess: () => {
              notify.done("Evidence settings saved");
              onOpenChange(false);
            },
          })
        }
      />
    </Dialog>
  );
}
