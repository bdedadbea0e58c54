"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { nameOf } from "../pool-capacity.ts";
import { releaseDialogTexts } from "../pool-on-demand-messages.ts";

/** Releases one acquired browser by its session's id. */
export function ReleaseDialog({
  pool,
  sessionId,
  onClose,
  onReleased,
}: {
  pool: Pool;
  sessionId: string;
  onClose: () => void;
  onReleased: (sessionId: string) => void;
}) {
  const [reuse, setReuse] = useState(true);
  const release = useMutation(poolMutations.release());
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={releaseDialogTexts.releaseBrowserOf(nameOf(pool))}
      effect={
        <>
          <p className="font-mono text-label break-all">{sessionId}</p>
          <p>{reuse ? releaseDialogTexts.browserIsReused : releaseDialogTexts.browserIsReplaced}</p>
        </>
      }
      confirmLabel={releaseDialogTexts.releaseBrowser}
      reason="required"
      draft={`release-${sessionId}`}
      onConfirm={async (reason) => {
        await release.mutateAsync({ idOrName: pool.id, sessionId, reuse, reason });
        onReleased(sessionId);
        notify.done(releaseDialogTexts.browserReleased, sessionId);
      }}
    >
      <Checkbox checked={reuse} onCheckedChange={setReuse} label={releaseDialogTexts.cleanAndReuse} />
    </ConfirmDialog>
  );
}
