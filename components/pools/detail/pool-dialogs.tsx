"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyableId } from "@/components/ui/description-list";
import { Link } from "@/components/ui/link";
import { loadPart } from "@/components/ui/load-part";
import type { Pool } from "@/lib/contract/pools";
import { paths } from "@/lib/paths";
import { nameOf } from "../pool-capacity.ts";
import { poolActsTexts } from "../pool-messages.ts";
import type { PoolDialog } from "./pool-acts.tsx";

const AcquirePoolDialog = dynamic(
  loadPart(() => import("./acquire-pool-dialog.tsx").then((module) => module.AcquirePoolDialog)),
  { ssr: false },
);
const EditPoolDialog = dynamic(
  loadPart(() => import("../forms/edit-pool-dialog.tsx").then((module) => module.EditPoolDialog)),
  { ssr: false },
);
const ReleaseDialog = dynamic(
  loadPart(() => import("../release/release-dialog.tsx").then((module) => module.ReleaseDialog)),
  { ssr: false },
);
const ReleaseManyDialog = dynamic(
  loadPart(() => import("../release/release-many-dialog.tsx").then((module) => module.ReleaseManyDialog)),
  { ssr: false },
);
const PinDialog = dynamic(
  loadPart(() => import("@/components/inventory/pin-dialog").then((module) => module.PinDialog)),
  { ssr: false },
);
const FlushPoolDialog = dynamic(
  loadPart(() => import("./flush-pool-dialog.tsx").then((module) => module.FlushPoolDialog)),
  { ssr: false },
);
const DeletePoolDialog = dynamic(
  loadPart(() => import("./delete-pool-dialog.tsx").then((module) => module.DeletePoolDialog)),
  { ssr: false },
);

/** The open dialog of a pool's page, and the browsers acquired there. */
export function PoolDialogs({
  pool,
  dialog,
  onOpen,
}: {
  pool: Pool;
  dialog: PoolDialog | undefined;
  onOpen: (dialog: PoolDialog | undefined) => void;
}) {
  const [leases, setLeases] = useState<readonly string[]>([]);
  const onClose = () => onOpen(undefined);
  const request = dialog?.of === "release" ? dialog.request : undefined;
  return (
    <>
      <PoolLeases
        sessionIds={leases}
        onRelease={(sessionId) => onOpen({ of: "release", request: { kind: "one", sessionId } })}
      />
      {dialog?.of === "acquire" ? (
        <AcquirePoolDialog pool={pool} onClose={onClose} onLease={(id) => setLeases([...leases, id])} />
      ) : null}
      {dialog?.of === "edit" ? <EditPoolDialog pool={pool} preset={dialog.preset} onClose={onClose} /> : null}
      {request?.kind === "one" ? (
        <ReleaseDialog
          key={request.sessionId}
          pool={pool}
          sessionId={request.sessionId}
          onClose={onClose}
          onReleased={(id) => setLeases(leases.filter((each) => each !== id))}
        />
      ) : null}
      {request?.kind === "some" ? (
        <ReleaseManyDialog
          pool={pool}
          wanted={request.wanted}
          onClose={onClose}
          onReleased={(ids) => setLeases(leases.filter((each) => !ids.includes(each)))}
        />
      ) : null}
      {dialog?.of === "pin" ? (
        <PinDialog kind="pool" id={pool.id} name={nameOf(pool)} onClose={onClose} />
      ) : null}
      {dialog?.of === "flush" ? <FlushPoolDialog pool={pool} onClose={onClose} /> : null}
      {dialog?.of === "delete" ? <DeletePoolDialog pool={pool} onClose={onClose} /> : null}
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
      aria-label={poolActsTexts.acquiredHere}
      className="grid gap-1 rounded-md border border-line bg-raised px-3 py-2"
    >
      <p className="text-label text-ink-3">{poolActsTexts.acquiredByYouHere}</p>
      <ul className="grid gap-1">
        {sessionIds.map((id) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1">
              <CopyableId id={id} what={poolActsTexts.browserId} />
            </span>
            <Link href={paths.browser(id)} className={buttonClass()}>
              {poolActsTexts.openBrowser}
            </Link>
            <Button onClick={() => onRelease(id)}>{poolActsTexts.release}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
