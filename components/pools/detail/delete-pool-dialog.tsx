"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { useOpenAfterAct } from "@/components/layout/use-open-after-act";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { deletePoolButtonTexts } from "../pool-messages.ts";

/** Deletes a pool after its name was typed; acquired browsers end only where that is chosen. */
export function DeletePoolButton({ pool }: { pool: Pool }) {
  const openAfterAct = useOpenAfterAct();
  const [open, setOpen] = useState(false);
  const [force, setForce] = useState(false);
  const remove = useMutation(poolMutations.remove());
  const { available, acquired } = capacityOf(pool);
  const name = nameOf(pool);
  const ask = () => {
    setForce(false);
    setOpen(true);
  };
  const blocked = useActReason("deletePool", deletePoolButtonTexts.deletePools);
  usePaletteAct("delete-pool", deletePoolButtonTexts.deletePool, ask, blocked);
  return (
    <>
      <Button variant="danger" disabledReason={blocked} onClick={ask}>
        {deletePoolButtonTexts.delete}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={deletePoolButtonTexts.deletePoolQuestion(name)}
        effect={
          acquired === 0
            ? deletePoolButtonTexts.idleBrowsersEndCannotUndone(formatCount(available))
            : deletePoolButtonTexts.idleBrowsersEndAcquiredMust({
                available: formatCount(available),
                acquired: formatCount(acquired),
              })
        }
        confirmLabel={deletePoolButtonTexts.deletePoolConfirm}
        reason="required"
        draft={`delete-pool-${pool.id}`}
        typed={name}
        onConfirm={async (reason) => {
          await remove.mutateAsync({ idOrName: pool.id, force, reason });
          notify.done(deletePoolButtonTexts.poolDeleted, name);
          openAfterAct(paths.pools());
        }}
      >
        {acquired === 0 ? null : (
          <Checkbox
            checked={force}
            onCheckedChange={setForce}
            label={deletePoolButtonTexts.alsoEndAcquiredDisconnectTheir(formatCount(acquired), acquired)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
