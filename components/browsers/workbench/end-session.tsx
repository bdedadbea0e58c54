"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { shortId } from "@/lib/format/short-id";
import { browserMutations } from "@/lib/queries/browsers";

/** Deletes the session after a confirmation. */
export function EndSession({ id, ended }: { id: string; ended: boolean }) {
  const [open, setOpen] = useState(false);
  const remove = useMutation(browserMutations.delete());
  const roleReason = useRoleReason("operator", "Ending a session needs the operator role.");
  return (
    <>
      <Button
        variant="danger"
        disabledReason={ended ? "This session has ended." : roleReason}
        onClick={() => setOpen(true)}
      >
        End session…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`End session ${shortId(id)}?`}
        effect="Chromium stops and every connected client is cut off. A profile opened with save_changes is saved first. This cannot be undone."
        confirmLabel="End session"
        reason="optional"
        onConfirm={async (reason) => {
          await remove.mutateAsync({ id, reason });
          notify.done("Session ended", id);
        }}
      />
    </>
  );
}
