"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type PaletteAction, usePaletteActions } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { isForgotten, isGoingOn } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { shortId } from "@/lib/format/short-id";
import { invocationMutations } from "@/lib/queries/invocations";
import { cancelInvocationTexts } from "./invocation-on-demand-messages.ts";

/** Cancels an open invocation after confirmation. `offered`: also in the palette, as it is the one in front. */
export function CancelInvocation({
  invocation,
  isGone = false,
  offered = false,
}: {
  invocation: Invocation;
  /** Whether the API has it no more. */
  isGone?: boolean;
  offered?: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(invocationMutations.cancel());
  const roleReason = useRoleReason("operator", cancelInvocationTexts.needsOperatorRole);
  const isEndable = isGoingOn(invocation) && !isGone;
  const act: PaletteAction = {
    id: "cancel-invocation",
    label: cancelInvocationTexts.cancelInvocation,
    blocked: isEndable
      ? roleReason
      : isGone || isForgotten(invocation)
        ? cancelInvocationTexts.noLongerKnown
        : cancelInvocationTexts.thisInvocationHasEnded,
    run: () => setAsking(true),
  };
  usePaletteActions(offered ? [act] : []);
  if (!isEndable && !asking) return null;
  const { id } = invocation;
  return (
    <>
      <Button variant="danger" disabledReason={roleReason} onClick={() => setAsking(true)}>
        {cancelInvocationTexts.cancelInvocation}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={cancelInvocationTexts.cancel(invocation.action_name, shortId(id))}
        effect={cancelInvocationTexts.effect}
        confirmLabel={cancelInvocationTexts.cancelInvocationConfirm}
        dismissLabel={cancelInvocationTexts.keepRunning}
        reason="optional"
        draft={`cancel-invocation-${id}`}
        onConfirm={async (reason) => {
          await cancel.mutateAsync({ id, reason });
          notify.done(cancelInvocationTexts.invocationCancelled, id);
        }}
      />
    </>
  );
}
