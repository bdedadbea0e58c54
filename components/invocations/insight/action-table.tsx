"use client";

import { Sparkline } from "@/components/charts/sparkline";
import type { Column } from "@/components/data-table/column";
import { DataTable, type TableRead } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { ActionFigures } from "@/lib/bff/insight";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { actionTableTexts } from "./failure-messages.ts";
import { FailureShare } from "./failure-share.tsx";
import { formatVerdict } from "./insight-messages.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

const ms = (value: number | null) => formatDuration(value);

const columns: readonly Column<ActionFigures>[] = [
  {
    id: "verdict",
    header: actionTableTexts.verdict,
    card: "note",
    hint: actionTableTexts.verdictHint,
    width: "10.5rem",
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
  },
  {
    id: "action",
    header: actionTableTexts.action,
    card: "name",
    // Beside an open sheet it leaves room for the comparison.
    width: "min(10.5rem, 20cqw)",
    cell: ({ app_name: app, action_name: action }) => (
      <>
        {action || actionTableTexts.noAction} <span className="text-ink-3">{app}</span>
      </>
    ),
  },
  {
    id: "evidence",
    header: actionTableTexts.comparison,
    cell: ({ verdict }) => {
      const { evidence } = formatVerdict(verdict);
      return (
        <span className="text-ink-2" title={evidence}>
          {evidence}
        </span>
      );
    },
  },
  {
    id: "invocations",
    header: actionTableTexts.invocations,
    width: "6rem",
    align: "right",
    hideWhenNarrow: true,
    cell: ({ invocations }) => formatCount(invocations),
  },
  {
    id: "failed",
    header: actionTableTexts.failed,
    card: "end",
    hint: actionTableTexts.failedHint,
    // With the interval where it is shown.
    width: "max(9.5rem, min(13rem, 50cqw - 28rem))",
    cell: (action) => <FailureShare figures={action} />,
  },
  {
    id: "p50",
    header: "p50",
    hint: actionTableTexts.medianHint,
    width: "5.75rem",
    align: "right",
    hideWhenNarrow: true,
    cell: ({ p50_ms }) => ms(p50_ms),
  },
  {
    id: "p95",
    header: "p95",
    width: "5.75rem",
    align: "right",
    cell: ({ p95_ms }) => ms(p95_ms),
  },
  {
    id: "p99",
    header: "p99",
    width: "5.75rem",
    align: "right",
    hideWhenNarrow: true,
    cell: ({ p99_ms }) => ms(p99_ms),
  },
  {
    id: "trend",
    header: actionTableTexts.failureShare,
    width: "6rem",
    hideWhenNarrow: true,
    cell: ({ trend }) => <ShareTrend trend={trend} />,
  },
];

function ShareTrend({ trend }: { trend: readonly (number | null)[] }) {
  const known = trend.filter((share) => share !== null);
  const label =
    known.length === 0
      ? actionTableTexts.noEndedInvocations
      : actionTableTexts.failureShareTrend({
          highest: formatPercent(Math.max(...known)),
          last: formatPercent(known.at(-1)),
        });
  return <Sparkline values={trend} label={label} max={1} />;
}

const empty = (
  <EmptyState title={actionTableTexts.noInvocationsInThisTime}>
    {actionTableTexts.actionsAppearHere}
  </EmptyState>
);

export const actionKey = ({ app_name: app, action_name: action }: ActionFigures): string =>
  JSON.stringify([app, action]);

/** The actions with their figures; a click opens an action's versions. */
export function ActionTable({
  actions,
  openKey,
  onOpenKey,
  read,
}: {
  actions: readonly ActionFigures[] | undefined;
  openKey: string | undefined;
  onOpenKey: (key: string | undefined) => void;
  read: TableRead;
}) {
  return (
    <DataTable
      caption={actionTableTexts.actions}
      columns={columns}
      rows={actions}
      rowKey={actionKey}
      read={read}
      active={{ key: openKey, onChange: onOpenKey }}
      embedded
      empty={empty}
      skeletonRows={4}
    />
  );
}
