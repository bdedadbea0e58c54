"use client";

import { Sparkline } from "@/components/charts/sparkline";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FailureGroup } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { FailureBadge } from "./verdict-badge.tsx";

/** A masked reason in words: one that is empty says so. */
export const reasonWords = (reasonKey: string): string => (reasonKey === "" ? "No reason given" : reasonKey);

const versionsOf = ({ places }: FailureGroup) => [...new Set(places.map(({ version }) => version || "–"))];

const columns: readonly Column<FailureGroup>[] = [
  { id: "state", header: "State", width: "8.5rem", cell: ({ state }) => <FailureBadge state={state} /> },
  {
    id: "reason",
    header: "Reason",
    hint: "What is always the same in the reasons; ids, numbers and addresses are taken out.",
    cell: ({ reason_key: reason }) => <span title={reasonWords(reason)}>{reasonWords(reason)}</span>,
  },
  {
    id: "count",
    header: "Failed runs",
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
    header: "Over the time",
    width: "6.5rem",
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: ({ trend, count }) => (
      <Sparkline
        values={trend}
        label={`${formatCount(count)} failures over the time, ${Math.max(0, ...trend)} at most in a 24th of it`}
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
    hint: "Of all that is kept, not of this time alone.",
    width: "7.5rem",
    hideWhenNarrow: true,
    cell: ({ first_seen_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "last",
    header: "Last seen",
    width: "7.5rem",
    cell: ({ last_seen_ms: at }) => <RelativeTime at={at} />,
  },
];

/** Kinds of failures; a click opens one. `hidden`: how many are acknowledged or muted and not in `groups`. */
export function FailureTable({
  groups,
  hidden,
  onShowAll,
  openReason,
  onOpenReason,
  error,
  onRetry,
  retrying,
  staleSinceMs,
}: {
  groups: readonly FailureGroup[] | undefined;
  hidden: number;
  onShowAll: () => void;
  openReason: string | undefined;
  onOpenReason: (reasonKey: string | undefined) => void;
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
  staleSinceMs: number | undefined;
}) {
  return (
    <DataTable
      caption="Failures"
      columns={columns}
      rows={groups}
      rowKey={({ reason_key: reason }) => reason}
      activeKey={openReason}
      onActiveKeyChange={onOpenReason}
      pageKeys={false}
      stickyHeader={false}
      filters={hidden > 0 ? ["needs attention"] : []}
      onClearFilters={onShowAll}
      empty={
        <EmptyState title="No run failed in this time">
          Failed runs are grouped here by their reason.
        </EmptyState>
      }
      error={error ?? undefined}
      onRetry={onRetry}
      retrying={retrying}
      staleSinceMs={staleSinceMs}
      skeletonRows={3}
    />
  );
}
