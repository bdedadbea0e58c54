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
import { processKillTexts } from "./process-messages.ts";

const signals = [
  { value: "TERM", label: processKillTexts.termEndItCleanly },
  { value: "INT", label: processKillTexts.intLikeCtrlC },
  { value: "HUP", label: processKillTexts.hupTerminalClosed },
  { value: "KILL", label: processKillTexts.killEndItAtOnce },
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
        disabledReason={running ? role : processKillTexts.theProcessIsNotRunning}
        onClick={() => setOpen(true)}
      >
        {processKillTexts.sendSignal}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={processKillTexts.sendTo(signal, title)}
        effect={processKillTexts.effect}
        confirmLabel={processKillTexts.send(signal)}
        reason="optional"
        draft={`signal-${process.id}-${process.processId}`}
        onConfirm={async (reason) => {
          await kill.mutateAsync({ ...process, signal, reason });
          notify.done(processKillTexts.sent(signal), title);
        }}
      >
        <Field label={processKillTexts.signal}>
          <Select value={signal} options={signals} onValueChange={setSignal} />
        </Field>
      </ConfirmDialog>
    </>
  );
}
