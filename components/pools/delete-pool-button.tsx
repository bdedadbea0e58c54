"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "./pool-capacity.ts";

/** Deletes a pool after its name was typed; acquired browsers end only where that is chosen. */
export function DeletePoolButton({ pool }: { pool: Pool }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [force, setForce] = useState(false);
  const remove = useMutation(poolMutations.remove());
  const { available, acquired } = capacityOf(pool);
  const name = nameOf(pool);
  const ask = () => {
    setForce(false);
    setOpen(true);
  };
  const blocked = useActReason("deletePool", "delete pools");
  usePaletteAct("delete-pool", "Delete pool…", ask, blocked);
  return (
    <>
      <Button variant="danger" disabledReason={blocked} onClick={ask}>
        Delete…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete pool ${name}?`}
        effect={
          acquired === 0 ? (
            <>Its {formatCount(available)} idle browsers end. This cannot be undone.</>
          ) : (
            <>
              Its {formatCount(available)} idle browsers end. {formatCount(acquired)} are acquired and must
              end too. This cannot be undone.
            </>
          )
        }
        confirmLabel="Delete pool"
        reason="required"
        typed={name}
        onConfirm={async (reason) => {
          await remove.mutateAsync({ idOrName: pool.id, force, reason });
          notify.done("Pool deleted", name);
          router.push(paths.pools());
        }}
      >
        {acquired === 0 ? null : (
          <Checkbox
            checked={force}
            onCheckedChange={setForce}
            label={`Also end the ${formatCount(acquired)} acquired ${acquired === 1 ? "browser" : "browsers"} and disconnect their clients`}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
