"use client";

import { Sparkline } from "@/components/charts/sparkline";
import type { Column } from "@/components/data-table/column";
import { DataTable, type TableRead } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FailureGroup } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { FailureBadge } from "./verdict-badge.tsx";

/** A masked reason as text; an empty one has a placeholder. */
export const formatReason = (reasonKey: string): string => (reasonKey === "" ? "No reason given" : reasonKey);

const versionsOf = ({ places }: FailureGroup) => [...new Set(places.map(({ version }) => version || "–"))];

const columns: readonly Column<FailureGroup>[] = [
  {
    id: "state",
    header: "State",
    card: "state",
    width: "8.5rem",
    cell: ({ state }) => <FailureBadge state={state} />,
  },
  {
    id: "reason",
    header: "Reason",
    card: "name",
    hint: "The common part of the reasons, without ids, numbers and addresses.",
    cell: ({ reason_key: reason }) => <span title={formatReason(reason)}>{formatReason(reason)}</span>,
  },
  {
    id: "count",
    header: "Failures",
    card: "note",
    width: "8.5rem",
    cell: ({ count, share }) => (
      <>
        <span className="font-mono text-label">{formatCount(count)}</span>{" "}
        <span className="text-ink-3">{formatPercent(share)} of all</span>
      </>
    ),
  },
  {
    id: "trend",
    header: "Over time",
    width: "6.5rem",
    hideWhenNarrow: true,
    cell: ({ trend, count }) => (
      <Sparkline
        values={trend}
        label={`${formatCount(count)} failures over time, at most ${Math.max(0, ...trend)} per step`}
      />
    ),
  },
  {
    id: "versions",
    header: "Versions",
    width: "9rem",
    mono: true,
    cell: (group) => <span title={versionsOf(group).join(", ")}>{versionsOf(group).join(", ")}</span>,
  },
  {
    id: "first",
    header: "First seen",
    hint: "In the whole history, not only in this time.",
    width: "7.5rem",
    hideWhenNarrow: true,
    cell: ({ first_seen_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "last",
    header: "Last seen",
    card: "end",
    width: "7.5rem",
    cell: ({ last_seen_ms: at }) => <RelativeTime at={at} />,
  },
];

/** The failure groups; a click opens one. `hidden`: the number of acknowledged or muted ones not in
 *  `groups`. */
export function FailureTable({
  groups,
  hidden,
  onShowAll,
  openReason,
  onOpenReason,
  read,
}: {
  groups: readonly FailureGroup[] | undefined;
  hidden: number;
  onShowAll: () => void;
  openReason: string | undefined;
  onOpenReason: (reasonKey: string | undefined) => void;
  read: TableRead;
}) {
  return (
    <DataTable
      caption="Failures"
      columns={columns}
      rows={groups}
      rowKey={({ reason_key: reason }) => reason}
      read={read}
      active={{ key: openReason, onChange: onOpenReason }}
      embedded
      filters={{ names: hidden > 0 ? ["needs attention"] : [], onClear: onShowAll }}
      empty={
        <EmptyState title="No failures in this time">
          Failed invocations appear here, grouped by reason.
        </EmptyState>
      }
      skeletonRows={3}
    />
  );
}
