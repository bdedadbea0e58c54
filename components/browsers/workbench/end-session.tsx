"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
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
  const roleReason = useRoleReason("operator", "Ending a browser needs the operator role.");
  const blocked = ended ? "This browser has ended." : roleReason;
  usePaletteAct("end-browser", "End browser…", () => setOpen(true), blocked);
  return (
    <>
      <Button variant="danger" disabledReason={blocked} onClick={() => setOpen(true)}>
        End browser…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`End browser ${shortId(id)}?`}
        effect="Every connected client is disconnected. Changes to its profile are saved first if it was opened that way. This cannot be undone."
        confirmLabel="End browser"
        reason="optional"
        onConfirm={async (reason) => {
          await remove.mutateAsync({ id, reason });
          notify.done("Browser ended", id);
        }}
      />
    </>
  );
}
