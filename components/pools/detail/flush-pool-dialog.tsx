"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { flushPoolButtonTexts } from "../pool-messages.ts";

/** Discards a pool's idle browsers after a confirmation with their number. */
export function FlushPoolButton({ pool }: { pool: Pool }) {
  const [open, setOpen] = useState(false);
  const flush = useMutation(poolMutations.flush());
  const { available, acquired } = capacityOf(pool);
  const name = nameOf(pool);
  const blocked = useActReason("flushPool", flushPoolButtonTexts.flushPools);
  usePaletteAct("flush-pool", flushPoolButtonTexts.flushPool, () => setOpen(true), blocked);
  return (
    <>
      <Button variant="danger" disabledReason={blocked} onClick={() => setOpen(true)}>
        {flushPoolButtonTexts.flush}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={flushPoolButtonTexts.flushPoolQuestion(name)}
        effect={flushPoolButtonTexts.idleBrowsersEndReplacedPools({
          available: formatCount(available),
          acquired: formatCount(acquired),
        })}
        confirmLabel={flushPoolButtonTexts.flushPoolConfirm}
        reason="required"
        draft={`flush-pool-${pool.id}`}
        onConfirm={async (reason) => {
          await flush.mutateAsync({ idOrName: pool.id, reason });
          notify.done(flushPoolButtonTexts.poolFlushed, name);
        }}
      />
    </>
  );
}
