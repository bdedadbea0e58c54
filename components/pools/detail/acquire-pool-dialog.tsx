"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useTextDraft } from "@/components/ui/use-draft";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { acquirePoolButtonTexts } from "../pool-messages.ts";

// The dashboard's response deadline, minus a margin.
const longestWaitSeconds = 60;
const usualWaitSeconds = "10";

/** Acquires a browser from the pool; the operator holds it until it is released. */
export function AcquirePoolButton({ pool, onLease }: { pool: Pool; onLease: (sessionId: string) => void }) {
  const [open, setOpen] = useState(false);
  const wait = useTextDraft(`acquire-${pool.id}-wait`, open, usualWaitSeconds);
  const acquire = useMutation(poolMutations.acquire());
  const { available } = capacityOf(pool);
  const seconds = /^\d{1,2}$/.test(wait.text) ? Number(wait.text) : undefined;
  const good = seconds !== undefined && seconds <= longestWaitSeconds;
  const blocked = useActReason("acquireBrowser", acquirePoolButtonTexts.acquireBrowsers);
  usePaletteAct("acquire-browser", acquirePoolButtonTexts.acquireBrowser, () => setOpen(true), blocked);
  return (
    <>
      <Button disabledReason={blocked} onClick={() => setOpen(true)}>
        {acquirePoolButtonTexts.acquire}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          if (!next) wait.forget();
          setOpen(next);
        }}
        title={acquirePoolButtonTexts.acquireBrowserOf(nameOf(pool))}
        effect={acquirePoolButtonTexts.oneAvailableBrowsersYoursUntil(formatCount(available))}
        confirmLabel={acquirePoolButtonTexts.acquireBrowserConfirm}
        tone="primary"
        reason="optional"
        draft={`acquire-${pool.id}`}
        onConfirm={async (reason) => {
          if (!good) throw new Error(acquirePoolButtonTexts.enterWaitSeconds(longestWaitSeconds));
          const lease = await acquire.mutateAsync({ idOrName: pool.id, timeoutSeconds: seconds, reason });
          if (lease === undefined) throw new Error(acquirePoolButtonTexts.noBrowserBecameAvailable(seconds));
          onLease(lease.session_id);
        }}
      >
        <Field
          label={acquirePoolButtonTexts.waitUpToInSeconds}
          error={good ? undefined : acquirePoolButtonTexts.enterWaitSeconds(longestWaitSeconds)}
        >
          <Input
            inputMode="numeric"
            mono
            value={wait.text}
            onChange={(event) => wait.type(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
}
