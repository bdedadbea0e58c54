"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PinButton } from "@/components/inventory/pin-button";
import { PageHeader } from "@/components/layout/page-header";
import { CopyButton } from "@/components/ui/copy-button";
import { DataFreshness } from "@/components/ui/data-freshness";
import { loadPart } from "@/components/ui/load-part";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Browser } from "@/lib/contract/browsers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { EndSession } from "./end-session.tsx";
import { SessionSource } from "./session-source.tsx";
import { SideButtons } from "./side-buttons.tsx";
import { TimeLeft } from "./time-left.tsx";
import { useSessionLinks } from "./use-session-links.tsx";
import { workbenchHeaderTexts } from "./workbench-messages.ts";
import type { Sides } from "./workbench-split.tsx";

// After the page: nothing of a session that has just begun is stored yet.
const ExportEvidence = dynamic(
  loadPart(() => import("../logs/export-evidence.tsx").then(({ ExportEvidence: button }) => button)),
  { ssr: false },
);

/** Identity, origin and actions of a session. */
export function WorkbenchHeader({
  id,
  session,
  ended,
  gone,
  isKnown,
  isLoading,
  hasDetails,
  summary,
  readAtMs,
  stale,
  sides,
  onSides,
}: {
  id: string;
  session: Browser | undefined;
  ended: boolean;
  /** The API returned 404. */
  gone: boolean;
  /** The API or this dashboard's record has it: then it is active or has ended. */
  isKnown: boolean;
  /** It is read for the first time: nothing is said of its state. */
  isLoading: boolean;
  /** Whether there is a left side to hide. */
  hasDetails: boolean;
  /** What is known of a session that has ended, as a row below its id. */
  summary: ReactNode;
  readAtMs: number | undefined;
  stale: string | undefined;
  sides: Sides;
  onSides: (sides: Sides) => void;
}) {
  const links = useSessionLinks(id, session, ended);
  return (
    <div className="border-b border-line px-4 py-2 sm:px-5">
      <PageHeader
        title={<SessionTitle id={id} name={session?.name} />}
        badge={
          <>
            <CopyButton text={id} label={workbenchHeaderTexts.copyBrowserId} />
            {stale === undefined && !isLoading ? (
              <StatusBadge of="session" status={isKnown ? (ended ? "ended" : "active") : undefined} />
            ) : null}
            <PinBadge kind="session" id={id} lead={false} className="truncate" />
          </>
        }
        freshness={<DataFreshness subject={session?.name || id} readAtMs={readAtMs} stale={stale} />}
        actions={
          <>
            {hasDetails ? <SideButtons sides={sides} onSides={onSides} /> : null}
            <PinButton kind="session" id={id} name={session?.name || id} size="md" />
            <ExportEvidence key={id} id={id} ended={ended} />
            {gone ? null : <EndSession id={id} name={session?.name} ended={ended} />}
          </>
        }
      />
      {ended || session === undefined ? (
        summary
      ) : (
        <SessionSource links={links}>
          <TimeLeft session={session} />
        </SessionSource>
      )}
    </div>
  );
}

/** The id of a session, after its name if it has one. */
function SessionTitle({ id, name }: { id: string; name: string | null | undefined }) {
  if (!name) return <span className="block truncate font-mono text-lead">{id}</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span title={visibleMarks(name)} className="truncate text-lead">
        {visibleMarks(name)}
      </span>
      <span className="min-w-12 shrink-[999] truncate font-mono text-label font-normal text-ink-3">{id}</span>
    </span>
  );
}
