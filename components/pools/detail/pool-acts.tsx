"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyableId } from "@/components/ui/description-list";
import { Link } from "@/components/ui/link";
import { loadPart } from "@/components/ui/load-part";
import type { Pool } from "@/lib/contract/pools";
import { paths } from "@/lib/paths";
import type { PoolFormValues } from "../forms/pool-form.ts";
import { poolActionsTexts } from "../pool-messages.ts";
import type { ReleaseRequest } from "../release/release-choice.ts";
import { AcquirePoolButton } from "./acquire-pool-button.tsx";
import { DeletePoolButton } from "./delete-pool-button.tsx";
import { FlushPoolButton } from "./flush-pool-button.tsx";

const EditPoolDialog = dynamic(
  loadPart(() => import("../forms/edit-pool-dialog.tsx").then((module) => module.EditPoolDialog)),
  { ssr: false },
);
const ReleaseDialog = dynamic(
  loadPart(() => import("../release/release-dialog.tsx").then((module) => module.ReleaseDialog)),
  {
    ssr: false,
  },
);
const ReleaseManyDialog = dynamic(
  loadPart(() => import("../release/release-many-dialog.tsx").then((module) => module.ReleaseManyDialog)),
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
  preset: Partial<PoolFormValues> | undefined;
  onConfigure: (preset: Partial<PoolFormValues> | undefined) => void;
  releasing: ReleaseRequest | undefined;
  onRelease: (request: ReleaseRequest | undefined) => void;
}) {
  const [leases, setLeases] = useState<readonly string[]>([]);
  const releaseReason = useActReason("releaseBrowser", poolActionsTexts.releaseBrowsers);
  const editReason = useActReason("updatePool", poolActionsTexts.editPools);
  const release = () => onRelease({ kind: "some", wanted: undefined });
  const edit = () => onConfigure({});
  usePaletteAct("release-browsers", poolActionsTexts.releaseBrowsersInPalette, release, releaseReason);
  usePaletteAct("edit-pool", poolActionsTexts.editPool, edit, editReason);
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-3">
        <AcquirePoolButton pool={pool} onLease={(id) => setLeases([...leases, id])} />
        <Button disabledReason={releaseReason} onClick={release}>
          {poolActionsTexts.release}
        </Button>
        <Button disabledReason={editReason} onClick={edit}>
          {poolActionsTexts.edit}
        </Button>
        <FlushPoolButton pool={pool} />
        <DeletePoolButton pool={pool} />
      </div>
      <PoolLeases sessionIds={leases} onRelease={(sessionId) => onRelease({ kind: "one", sessionId })} />
      {preset === undefined ? null : (
        <EditPoolDialog pool={pool} preset={preset} onClose={() => onConfigure(undefined)} />
      )}
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

/** The browsers acquired on this page: cleared when the page is left; they remain listed under Browsers. */
function PoolLeases({
  sessionIds,
  onRelease,
}: {
  sessionIds: readonly string[];
  onRelease: (sessionId: string) => void;
}) {
  if (sessionIds.length === 0) return null;
  return (
    <section
      aria-label={poolActionsTexts.acquiredHere}
      className="grid gap-1 rounded-md border border-line bg-raised px-3 py-2"
    >
      <p className="text-label text-ink-3">{poolActionsTexts.acquiredByYouHere}</p>
      <ul className="grid gap-1">
        {sessionIds.map((id) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1">
              <CopyableId id={id} what={poolActionsTexts.browserId} />
            </span>
            <Link href={paths.browser(id)} className={buttonClass()}>
              {poolActionsTexts.openBrowser}
            </Link>
            <Button onClick={() => onRelease(id)}>{poolActionsTexts.release}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
