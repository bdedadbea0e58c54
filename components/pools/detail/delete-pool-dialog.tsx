"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useOpenAfterAct } from "@/components/layout/use-open-after-act";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { deletePoolDialogTexts } from "../pool-on-demand-messages.ts";

/** Deletes a pool after its name was typed; acquired browsers end only where that is chosen. */
export function DeletePoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const openAfterAct = useOpenAfterAct();
  const [force, setForce] = useState(false);
  const remove = useMutation(poolMutations.remove());
  const { available, acquired } = capacityOf(pool);
  const name = nameOf(pool);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={deletePoolDialogTexts.deletePoolQuestion(name)}
      effect={
        acquired === 0
          ? deletePoolDialogTexts.idleBrowsersEnd(formatCount(available))
          : deletePoolDialogTexts.acquiredMustEndToo({
              available: formatCount(available),
              acquired: formatCount(acquired),
            })
      }
      confirmLabel={deletePoolDialogTexts.deletePoolConfirm}
      reason="required"
      draft={`delete-pool-${pool.id}`}
      typed={name}
      onConfirm={async (reason) => {
        await remove.mutateAsync({ idOrName: pool.id, force, reason });
        notify.done(deletePoolDialogTexts.poolDeleted, name);
        openAfterAct(paths.pools());
      }}
    >
      {acquired === 0 ? null : (
        <Checkbox
          checked={force}
          onCheckedChange={setForce}
          label={deletePoolDialogTexts.alsoEndAcquired(formatCount(acquired), acquired)}
        />
      )}
    </ConfirmDialog>
  );
}
