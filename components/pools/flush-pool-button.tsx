"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "./pool-capacity.ts";

/** Discards a pool's idle browsers after a confirmation with their number. */
export function FlushPoolButton({ pool }: { pool: Pool }) {
  const [open, setOpen] = useState(false);
  const flush = useMutation(poolMutations.flush());
  const { available, acquired } = capacityOf(pool);
  const name = nameOf(pool);
  return (
    <>
      <Button
        variant="danger"
        disabledReason={useActReason("flushPool", "flush pools")}
        onClick={() => setOpen(true)}
      >
        Flush…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Flush pool ${name}?`}
        effect={
          <>
            Its idle browsers are discarded ({formatCount(available)} at the last count) and started anew at
            the pool's fill rate. The {formatCount(acquired)} acquired ones stay with those who hold them.
          </>
        }
        confirmLabel="Flush pool"
        reason="required"
        onConfirm={async (reason) => {
          await flush.mutateAsync({ idOrName: pool.id, reason });
          notify.done(`${name} was flushed`, "The API accepted it; watch the pool fill again.");
        }}
      />
    </>
  );
}
