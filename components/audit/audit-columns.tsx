import type { Column } from "@/components/data-table/column";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditedAct } from "@/lib/bff/audit";
import { actParts, formatAct, formatAnswer, formatParts } from "@/lib/format/act-messages";
import { formatDuration } from "@/lib/format/duration";
import { ActOutcomeBadge } from "./act-outcome.tsx";
import { auditColumnsTexts } from "./audit-messages.ts";

const dash = <NoValue />;

/** Who did what, and of a failed act its error. */
function ActText({ act }: { act: AuditedAct }) {
  const { actor, act: text, object } = actParts(act);
  const error = act.outcome === "failed" ? formatAnswer(act) : "";
  const parts = formatParts(act.parts);
  return (
    <span title={[formatAct(act), error, parts].filter(Boolean).join(": ")}>
      <span className="font-medium">{actor}</span> {text}{" "}
      {/* A name is broken only where it has no room on a line of its own. */}
      {object === "" ? null : (
        <span className="font-medium max-sm:inline-block max-sm:max-w-full">{object}</span>
      )}
      {act.count > 1 ? <span className="text-ink-2">{auditColumnsTexts.times(act.count)}</span> : null}
      {parts === "" ? null : <span className="text-ink-2">{auditColumnsTexts.partOutcomes(parts)}</span>}
      {error === "" ? null : <span className="text-label text-bad"> {error}</span>}
    </span>
  );
}

export const auditColumns: readonly Column<AuditedAct>[] = [
  {
    id: "outcome",
    header: auditColumnsTexts.outcome,
    card: "state",
    width: "9.5rem",
    cell: ({ outcome }) => <ActOutcomeBadge outcome={outcome} />,
    filterValue: ({ outcome }) => outcome,
  },
  {
    id: "act",
    header: auditColumnsTexts.act,
    card: "name",
    cardWraps: true,
    cell: (act) => <ActText act={act} />,
  },
  {
    id: "reason",
    header: auditColumnsTexts.reason,
    card: "note",
    width: "16rem",
    hideWhenNarrow: true,
    cell: ({ reason }) => (reason === "" ? dash : <span title={reason}>{reason}</span>),
  },
  {
    id: "duration",
    header: auditColumnsTexts.duration,
    hint: auditColumnsTexts.fromRequestToAnswer,
    width: "7rem",
    align: "right",
    cell: ({ duration_ms: ms }) => (ms === null ? dash : formatDuration(ms)),
  },
  {
    id: "at",
    header: auditColumnsTexts.when,
    card: "end",
    width: "7.5rem",
    cell: (act) => <RelativeTime at={act.at_ms} />,
  },
];
