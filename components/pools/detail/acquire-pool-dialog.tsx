"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useTextDraft } from "@/components/ui/use-draft";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { acquirePoolDialogTexts } from "../pool-on-demand-messages.ts";

// The dashboard's response deadline, minus a margin.
const longestWaitSeconds = 60;
const usualWaitSeconds = "10";

/** Acquires a browser from the pool; the operator holds it until it is released. */
export function AcquirePoolDialog({
  pool,
  onClose,
  onLease,
}: {
  pool: Pool;
  onClose: () => void;
  onLease: (sessionId: string) => void;
}) {
  const wait = useTextDraft(`acquire-${pool.id}-wait`, true, usualWaitSeconds);
  const acquire = useMutation(poolMutations.acquire());
  const { available } = capacityOf(pool);
  const seconds = /^\d{1,2}$/.test(wait.text) ? Number(wait.text) : undefined;
  const good = seconds !== undefined && seconds <= longestWaitSeconds;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => {
        wait.forget();
        onClose();
      }}
      title={acquirePoolDialogTexts.acquireBrowserOf(nameOf(pool))}
      effect={acquirePoolDialogTexts.yoursUntilReleased(formatCount(available))}
      confirmLabel={acquirePoolDialogTexts.acquireBrowserConfirm}
      tone="primary"
      reason="optional"
      draft={`acquire-${pool.id}`}
      onConfirm={async (reason) => {
        if (!good) throw new Error(acquirePoolDialogTexts.enterWaitSeconds(longestWaitSeconds));
        const lease = await acquire.mutateAsync({ idOrName: pool.id, timeoutSeconds: seconds, reason });
        if (lease === undefined) throw new Error(acquirePoolDialogTexts.noBrowserBecameAvailable(seconds));
        onLease(lease.session_id);
      }}
    >
      <Field
        label={acquirePoolDialogTexts.waitUpToInSeconds}
        error={good ? undefined : acquirePoolDialogTexts.enterWaitSeconds(longestWaitSeconds)}
      >
        <Input
          inputMode="numeric"
          mono
          value={wait.text}
          onChange={(event) => wait.type(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
