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
  { value: "TERM", label: "TERM: end it cleanly" },
  { value: "INT", label: "INT: like Ctrl+C" },
  { value: "HUP", label: "HUP: terminal closed" },
  { value: "KILL", label: "KILL: end it at once" },
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
        disabledReason={running ? role : "The process is not running."}
        onClick={() => setOpen(true)}
      >
        Send signal…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Send ${signal} to ${title}?`}
        effect="The signal goes to the process and its children. Unsaved work is lost, and the API refuses signals to system processes."
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
