"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { notify } from "@/components/ui/toast";
import type { ProcessSignal } from "@/lib/contract/processes";
import { type ProcessId, processMutations } from "@/lib/queries/processes";

const signals = [
  { value: "TERM", label: "TERM: asks it to end" },
  { value: "INT", label: "INT: as Ctrl+C would" },
  { value: "HUP", label: "HUP: its terminal is gone" },
  { value: "KILL", label: "KILL: ends it at once" },
] as const satisfies readonly { value: ProcessSignal; label: string }[];

/** Sends a signal to a process after a confirmation. */
export function ProcessKill({
  process,
  title,
  running,
}: {
  process: ProcessId;
  title: string;
  running: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [signal, setSignal] = useState<ProcessSignal>("TERM");
  const kill = useMutation(processMutations.kill());
  const role = useRoleReason("operator");
  return (
    <>
      <Button
        variant="danger"
        className="mb-5"
        disabledReason={running ? role : "It does not run, as far as is known."}
        onClick={() => setOpen(true)}
      >
        Kill…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Send ${signal} to ${title}?`}
        effect="The signal goes to the process and all it started; what they have not saved is lost. Some processes belong to the instance, and the API refuses to signal those."
        confirmLabel={`Send ${signal}`}
        reason="optional"
        onConfirm={async (reason) => {
          await kill.mutateAsync({ ...process, signal, reason });
          notify.done(`${signal} sent`, title);
        }}
      >
        <Field label="Signal">
          <Select value={signal} options={signals} onValueChange={setSignal} />
        </Field>
      </ConfirmDialog>
    </>
  );
}
