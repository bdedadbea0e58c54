"use client";

import { Sparkline } from "@/components/charts/sparkline";
import type { Column } from "@/components/data-table/column";
import { DataTable, type TableRead } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FailureGroup } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { failureTableTexts } from "./failure-messages.ts";
import { FailureBadge } from "./verdict-badge.tsx";

/** A masked reason as text; an empty one has a placeholder. */
export const formatReason = (reasonKey: string): string =>
  reasonKey === "" ? failureTableTexts.noReasonGiven : reasonKey;

const versionsOf = ({ places }: FailureGroup) => [...new Set(places.map(({ version }) => version || "–"))];

const columns: readonly Column<FailureGroup>[] = [
  {
    id: "state",
    header: failureTableTexts.state,
    card: "state",
    width: "8.5rem",
    cell: ({ state }) => <FailureBadge state={state} />,
  },
  {
    id: "reason",
    header: failureTableTexts.reason,
    card: "name",
    hint: failureTableTexts.reasonHint,
    cell: ({ reason_key: reason }) => <span title={formatReason(reason)}>{formatReason(reason)}</span>,
  },
  {
    id: "count",
    header: failureTableTexts.failures,
    card: "note",
    width: "8.5rem",
    cell: ({ count, share }) => (
      <>
        {formatCount(count)}{" "}
        <span className="text-ink-3">{failureTableTexts.ofAll(formatPercent(share))}</span>
      </>
    ),
  },
  {
    id: "trend",
    header: failureTableTexts.overTime,
    width: "6.5rem",
    hideWhenNarrow: true,
    cell: ({ trend, count }) => (
      <Sparkline
        values={trend}
        label={failureTableTexts.failuresTrend(formatCount(count), Math.max(0, ...trend))}
      />
    ),
  },
  {
    id: "versions",
    header: failureTableTexts.versions,
    width: "9rem",
    mono: true,
    cell: (group) => <span title={versionsOf(group).join(", ")}>{versionsOf(group).join(", ")}</span>,
  },
  {
    id: "first",
    header: failureTableTexts.firstSeen,
    hint: failureTableTexts.firstSeenHint,
    width: "7.5rem",
    hideWhenNarrow: true,
    cell: ({ first_seen_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "last",
    header: failureTableTexts.lastSeen,
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
      caption={failureTableTexts.failures}
      columns={columns}
      rows={groups}
      rowKey={({ reason_key: reason }) => reason}
      read={read}
      active={{ key: openReason, onChange: onOpenReason }}
      embedded
      filters={{ names: hidden > 0 ? [failureTableTexts.needsAttention] : [], onClear: onShowAll }}
      empty={
        <EmptyState title={failureTableTexts.noFailuresInThisTime}>
          {failureTableTexts.failuresAppearHere}
        </EmptyState>
      }
      skeletonRows={3}
    />
  );
}
