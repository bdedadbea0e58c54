"use client";

import { useEffect, useState } from "react";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { ClockTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import type { AuditEntry } from "@/lib/bff/audit";
import { AuditOutcome } from "./audit-outcome.tsx";
import { AuditPhaseBadge } from "./audit-phase.tsx";

/** One audit entry in full. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const text = useActionText(entry.action);
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          <AuditPhaseBadge phase={entry.phase} />
          <span className="truncate">{entry.action}</span>
        </>
      }
    >
      <DescriptionList>
        <DescriptionItem name="When">
          <ClockTime at={entry.at_ms} withDate />
        </DescriptionItem>
        <DescriptionItem name="Who">
          {entry.actor || "–"} <span className="text-ink-3">{entry.role}</span>
        </DescriptionItem>
        <DescriptionItem name="From">
          <span className="font-mono text-label">{entry.ip || "–"}</span>
        </DescriptionItem>
        <DescriptionItem name="Target">
          {entry.target === "" ? "–" : <CopyableId id={entry.target} what="target" />}
        </DescriptionItem>
        {entry.intended_target === undefined ? null : (
          <DescriptionItem name="Request for">{entry.intended_target}</DescriptionItem>
        )}
        <DescriptionItem name="Answer">
          <span className="font-mono text-label">
            <AuditOutcome entry={entry} />
          </span>
        </DescriptionItem>
        <DescriptionItem name="Reason">
          {entry.reason === "" ? "–" : <span className="whitespace-pre-wrap">{entry.reason}</span>}
        </DescriptionItem>
        <DescriptionItem name="Request">
          <CopyableId id={entry.request_id} what="request id" />
        </DescriptionItem>
        <DescriptionItem name="Number">{entry.seq}</DescriptionItem>
        {text === undefined ? null : <DescriptionItem name="What it does">{text}</DescriptionItem>}
      </DescriptionList>
    </Sheet>
  );
}

/** What an action does, once the texts are loaded; undefined for one that has none. */
function useActionText(action: string): string | undefined {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    void import("./audit-actions.ts").then(
      ({ auditActionTexts }) => setTexts(auditActionTexts),
      () => undefined,
    );
  }, []);
  return texts?.get(action);
}
