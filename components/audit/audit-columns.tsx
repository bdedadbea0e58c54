import type { Column } from "@/components/data-table/column";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditEntry } from "@/lib/bff/audit";
import { shortId } from "@/lib/format/short-id";
import { AuditOutcome } from "./audit-outcome.tsx";
import { AuditPhaseBadge } from "./audit-phase.tsx";

const dash = <span className="text-ink-3">–</span>;

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: "phase",
    header: "Phase",
    width: "7rem",
    cell: (entry) => <AuditPhaseBadge phase={entry.phase} />,
    filterValue: (entry) => entry.phase,
  },
  {
    id: "action",
    header: "Action",
    width: "9.5rem",
    cell: (entry) => entry.action,
    filterValue: (entry) => entry.action,
  },
  {
    id: "target",
    header: "Target",
    width: "12.5rem",
    mono: true,
    cell: ({ target, intended_target: intended }) => {
      if (intended !== undefined) return <span title={`${intended} → ${target}`}>{intended}</span>;
      return target === "" ? dash : target;
    },
    filterValue: (entry) => entry.target,
  },
  {
    id: "outcome",
    header: "Answer",
    width: "11rem",
    mono: true,
    cell: (entry) => <AuditOutcome entry={entry} />,
  },
  {
    id: "reason",
    header: "Reason",
    cell: (entry) => (entry.reason === "" ? dash : <span title={entry.reason}>{entry.reason}</span>),
  },
  {
    id: "actor",
    header: "Who",
    width: "6.5rem",
    hideWhenNarrow: true,
    cell: (entry) => entry.actor || dash,
    filterValue: (entry) => entry.actor,
  },
  { id: "at", header: "When", width: "7rem", cell: (entry) => <RelativeTime at={entry.at_ms} /> },
  {
    id: "request_id",
    header: "Request",
    width: "8rem",
    mono: true,
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: (entry) => shortId(entry.request_id),
    filterValue: (entry) => entry.request_id,
  },
];
