import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { listGapLimit, type RecorderGap, type RecorderState, recorderLists } from "@/lib/bff/recorder";
import { formatCount } from "@/lib/format/numbers";
import { formatRetention } from "./format-retention.ts";

type TableRow = RecorderState["store"]["tables"][number] & { retention: string };

/** Description of each recorded table. */
export const tableNames: Readonly<Record<string, string>> = {
  invocations: "Invocations",
  invocation_sessions: "Browsers of invocations",
  invocation_rollups: "Statistics of invocations",
  pool_samples: "Samples of pools",
  pool_samples_5m: "Samples of pools, 5 min",
  pool_points: "Figures of pools",
  proxy_checks: "Checks of proxies",
  process_samples: "Samples of processes",
  process_samples_5m: "Samples of processes, 5 min",
  resources: "Ids seen or pinned",
  resource_links: "Links between ids",
  log_gaps: "Gaps in watched logs",
  recorder_gaps: "Gaps in lists",
  alerts: "Alerts",
  alert_deliveries: "Webhook deliveries",
  audit: "Acts",
};

const tableColumns: readonly Column<TableRow>[] = [
  { id: "table", header: "Recorded", card: "name", cell: ({ table }) => tableNames[table] ?? table },
  {
    id: "rows",
    header: "Rows",
    card: "end",
    width: "9rem",
    align: "right",
    mono: true,
    cell: ({ rows }) => formatCount(rows),
  },
  {
    id: "oldest",
    header: "Oldest",
    width: "10rem",
    cell: ({ oldest_ms: oldestMs }) => <RelativeTime at={oldestMs} />,
  },
  { id: "retention", header: "Kept", card: "note", cell: ({ retention }) => retention },
];

const gapColumns: readonly Column<RecorderGap>[] = [
  {
    id: "state",
    header: "State",
    card: "state",
    width: "8rem",
    cell: (gap) => {
      if (gap.to_ms === null)
        return (
          <Badge tone="bad" glyph="cross">
            lasts
          </Badge>
        );
      return gap.filled ? (
        <Badge tone="ok" glyph="disc">
          filled
        </Badge>
      ) : (
        <Badge tone="warn" glyph="dash">
          missing
        </Badge>
      );
    },
  },
  { id: "list", header: "List", card: "name", width: "8rem", cell: ({ list }) => list },
  {
    id: "from",
    header: "From",
    card: "end",
    width: "9rem",
    cell: ({ from_ms: at }) => <RelativeTime at={at} />,
  },
  { id: "to", header: "To", width: "9rem", cell: ({ to_ms: at }) => <RelativeTime at={at} empty="now" /> },
  { id: "why", header: "Because", card: "note", mono: true, cell: ({ why }) => why },
];

/** Row counts and retention of everything recorded; undefined while loading. */
export function RecordedTables({ recorder }: { recorder: RecorderState | undefined }) {
  return (
    <DataTable
      caption="Recorded data"
      columns={tableColumns}
      rows={recorder?.store.tables.map((row) => ({
        ...row,
        retention: formatRetention(row.table, recorder.retention),
      }))}
      rowKey={({ table }) => table}
      embedded
      empty={<EmptyState title="Nothing recorded yet" />}
    />
  );
}

/** Times in which a list was not read, and whether they were filled later. */
export function RecordedGaps({ gaps }: { gaps: readonly RecorderGap[] | undefined }) {
  if (gaps === undefined) return <Skeleton className="h-5 w-72" />;
  if (gaps.length === 0) return <p className="text-ink-3">No gaps.</p>;
  const cut = recorderLists.filter((list) => gaps.filter((gap) => gap.list === list).length >= listGapLimit);
  return (
    <div className="grid gap-2">
      <DataTable
        caption="Gaps"
        columns={gapColumns}
        rows={gaps}
        rowKey={({ list, from_ms: from }) => `${list} ${from}`}
        embedded
        empty={<EmptyState title="No gaps" />}
      />
      {cut.length === 0 ? null : (
        <p className="text-caption text-ink-3">
          Newest {listGapLimit} of {cut.join(", ")} only.
        </p>
      )}
    </div>
  );
}
