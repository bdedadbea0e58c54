"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Pool } from "@/lib/contract/pools";
import { AcquirePoolButton } from "./acquire-pool-button.tsx";
import { ConfigureDialog } from "./configure-dialog.tsx";
import { FlushPoolButton } from "./flush-pool-button.tsx";
import type { PoolDraft } from "./pool-changes.ts";
import { PoolLeases } from "./pool-leases.tsx";
import type { ReleaseRequest } from "./release-choice.ts";
import { useActReason } from "./use-act-reason.ts";

const ReleaseDialog = dynamic(() => import("./release-dialog.tsx").then((module) => module.ReleaseDialog), {
  ssr: false,
});
const ReleaseManyDialog = dynamic(
  () => import("./release-many-dialog.tsx").then((module) => module.ReleaseManyDialog),
  { ssr: false },
);

/** All actions on a pool. The page holds the state of the dialogs, so that a remedy can open them. */
export function PoolActions({
  pool,
  preset,
  onConfigure,
  releasing,
  onRelease,
}: {
  pool: Pool;
  preset: Partial<PoolDraft> | undefined;
  onConfigure: (preset: Partial<PoolDraft> | undefined) => void;
  releasing: ReleaseRequest | undefined;
  onRelease: (request: ReleaseRequest | undefined) => void;
}) {
  const [leases, setLeases] = useState<readonly string[]>([]);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <AcquirePoolButton pool={pool} onLease={(id) => setLeases([...leases, id])} />
        <Button
          disabledReason={useActReason("releaseBrowser", "release browsers")}
          onClick={() => onRelease({ kind: "some", wanted: undefined })}
        >
          Release…
        </Button>
        <Button disabledReason={useActReason("updatePool", "change pools")} onClick={() => onConfigure({})}>
          Configure…
        </Button>
        <FlushPoolButton pool={pool} />
      </div>
      <PoolLeases sessionIds={leases} onRelease={(sessionId) => onRelease({ kind: "one", sessionId })} />
      <ConfigureDialog pool={pool} preset={preset} onClose={() => onConfigure(undefined)} />
      {releasing?.kind === "one" ? (
        <ReleaseDialog
          key={releasing.sessionId}
          pool={pool}
          sessionId={releasing.sessionId}
          onClose={() => onRelease(undefined)}
          onReleased={(id) => setLeases(leases.filter((each) => each !== id))}
        />
      ) : null}
      {releasing?.kind === "some" ? (
        <ReleaseManyDialog
          pool={pool}
          wanted={releasing.wanted}
          onClose={() => onRelease(undefined)}
          onReleased={(ids) => setLeases(leases.filter((each) => !ids.includes(each)))}
        />
      ) : null}
    </>
  );
}
