"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Pool } from "@/lib/contract/pools";
import { AcquirePoolButton } from "./acquire-pool-button.tsx";
import { ConfigureDialog } from "./configure-dialog.tsx";
import { FlushPoolButton } from "./flush-pool-button.tsx";
import type { PoolDraft } from "./pool-changes.ts";
import { PoolLeases } from "./pool-leases.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import { useActReason } from "./use-act-reason.ts";

/** Everything that can be done to a pool. The page owns what is being configured or released, so that a remedy can
 *  begin it. */
export function PoolActs({
  pool,
  preset,
  onConfigure,
  releasing,
  onRelease,
}: {
  pool: Pool;
  preset: Partial<PoolDraft> | undefined;
  onConfigure: (preset: Partial<PoolDraft> | undefined) => void;
  releasing: string | undefined;
  onRelease: (sessionId: string | undefined) => void;
}) {
  const [leases, setLeases] = useState<readonly string[]>([]);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <AcquirePoolButton pool={pool} onLease={(id) => setLeases([...leases, id])} />
        <Button
          disabledReason={useActReason("releaseBrowser", "release browsers")}
          onClick={() => onRelease("")}
        >
          Release…
        </Button>
        <Button disabledReason={useActReason("updatePool", "change pools")} onClick={() => onConfigure({})}>
          Configure…
        </Button>
        <FlushPoolButton pool={pool} />
      </div>
      <PoolLeases sessionIds={leases} onRelease={onRelease} />
      <ConfigureDialog pool={pool} preset={preset} onClose={() => onConfigure(undefined)} />
      <ReleaseDialog
        pool={pool}
        sessionId={releasing}
        onClose={() => onRelease(undefined)}
        onReleased={(id) => setLeases(leases.filter((each) => each !== id))}
      />
    </>
  );
}
