"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { flushPoolDialogTexts } from "../pool-on-demand-messages.ts";

/** Discards a pool's idle browsers after a confirmation with their number. */
export function FlushPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const flush = useMutation(poolMutations.flush());
  const { available, acquired } = capacityOf(pool);
  const name = nameOf(pool);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={flushPoolDialogTexts.flushPoolQuestion(name)}
      effect={flushPoolDialogTexts.idleBrowsersReplaced({
        available: formatCount(available),
        acquired: formatCount(acquired),
      })}
      confirmLabel={flushPoolDialogTexts.flushPoolConfirm}
      reason="required"
      draft={`flush-pool-${pool.id}`}
      onConfirm={async (reason) => {
        await flush.mutateAsync({ idOrName: pool.id, reason });
        notify.done(flushPoolDialogTexts.poolFlushed, name);
      }}
    />
  );
}
