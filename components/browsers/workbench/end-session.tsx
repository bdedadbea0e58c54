"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { hasRole } from "@/lib/bff/operator";
import { shortId } from "@/lib/format/short-id";
import { browserMutations } from "@/lib/queries/browsers";
import { sessionQueries } from "@/lib/queries/session";

/** Deletes the session after a confirmation. */
export function EndSession({ id, ended }: { id: string; ended: boolean }) {
  const [open, setOpen] = useState(false);
  const remove = useMutation(browserMutations.delete());
  const operator = useQuery(sessionQueries.current()).data?.data.operator;
  const disabledReason = ended
    ? "This session has ended."
    : operator && !hasRole(operator.role, "operator")
      ? "Ending a session needs the operator role."
      : undefined;
  return (
    <>
      <Button variant="danger" disabledReason={disabledReason} onClick={() => setOpen(true)}>
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
          await remove.mutateAsync(reason === "" ? { id } : { id, reason });
          notify.done("Session ended", id);
        }}
      />
    </>
  );
}
