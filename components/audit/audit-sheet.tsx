"use client";

import { CopyableId, Fact, Facts } from "@/components/ui/facts";
import { ClockTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import type { AuditEntry } from "@/lib/bff/audit";
import { AuditOutcome } from "./audit-outcome.tsx";
import { AuditPhaseBadge } from "./audit-phase.tsx";

/** One record in full. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
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
      <Facts>
        <Fact name="When">
          <ClockTime at={entry.at_ms} withDate />
        </Fact>
        <Fact name="Who">
          {entry.actor || "–"} <span className="text-ink-3">{entry.role}</span>
        </Fact>
        <Fact name="From">
          <span className="font-mono text-label">{entry.ip || "–"}</span>
        </Fact>
        <Fact name="Target">
          {entry.target === "" ? "–" : <CopyableId id={entry.target} what="target" />}
        </Fact>
        <Fact name="Answer">
          <span className="font-mono text-label">
            <AuditOutcome entry={entry} />
          </span>
        </Fact>
        <Fact name="Reason">
          {entry.reason === "" ? "–" : <span className="whitespace-pre-wrap">{entry.reason}</span>}
        </Fact>
        <Fact name="Request">
          <CopyableId id={entry.request_id} what="request id" />
        </Fact>
        <Fact name="Number">{entry.seq}</Fact>
      </Facts>
    </Sheet>
  );
}
