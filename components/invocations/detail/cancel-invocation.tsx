"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { shortId } from "@/lib/format/short-id";
import { invocationMutations } from "@/lib/queries/invocations";

/** Cancels an open invocation after confirmation. */
export function CancelInvocation({ invocation }: { invocation: Invocation }) {
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(invocationMutations.cancel());
  const roleReason = useRoleReason("operator", "Cancelling needs the operator role.");
  usePaletteAct(
    "cancel-invocation",
    "Cancel invocation…",
    () => setAsking(true),
    isOpen(invocation) ? roleReason : "This invocation has ended.",
  );
  if (!isOpen(invocation) && !asking) return null;
  const { id } = invocation;
  return (
    <>
      <Button variant="danger" disabledReason={roleReason} onClick={() => setAsking(true)}>
        Cancel invocation…
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${invocation.action_name ?? "invocation"} ${shortId(id)}?`}
        effect="The invocation ends as failed, and its browsers end. This cannot be undone."
        confirmLabel="Cancel invocation"
        dismissLabel="Keep running"
        reason="optional"
        onConfirm={async (reason) => {
          await cancel.mutateAsync({ id, reason });
          notify.done("Invocation cancelled", id);
        }}
      />
    </>
  );
}
