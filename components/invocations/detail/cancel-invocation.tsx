"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { hasRole } from "@/lib/bff/operator";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { shortId } from "@/lib/format/short-id";
import { invocationMutations } from "@/lib/queries/invocations";
import { sessionQueries } from "@/lib/queries/session";

/** Cancels an open invocation after confirmation. */
export function CancelInvocation({ invocation }: { invocation: Invocation }) {
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(invocationMutations.cancel());
  const operator = useQuery(sessionQueries.current()).data?.data.operator;
  if (!isOpen(invocation) && !asking) return null;
  const { id } = invocation;
  return (
    <>
      <Button
        variant="danger"
        disabledReason={
          operator && !hasRole(operator.role, "operator") ? "Cancelling needs the operator role." : undefined
        }
        onClick={() => setAsking(true)}
      >
        Cancel invocation…
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${invocation.action_name ?? "invocation"} ${shortId(id)}?`}
        effect="The invocation ends as failed and its browser sessions are destroyed. This cannot be undone."
        confirmLabel="Cancel invocation"
        dismissLabel="Keep running"
        reason="optional"
        onConfirm={async (reason) => {
          await cancel.mutateAsync(reason === "" ? { id } : { id, reason });
          notify.done("Invocation cancelled", id);
        }}
      />
    </>
  );
}
