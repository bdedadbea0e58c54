import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { listGapLimit, type RecorderGap, type RecorderState, recorderLists } from "@/lib/bff/recorder";
import { formatCount } from "@/lib/format/numbers";
import { keptWords } from "./kept-words.ts";

type TableRow = RecorderState["store"]["tables"][number] & { kept: string };

/** What each recorded table holds, in words. */
export const tableNames: Readonly<Record<string, string>> = {
  runs: "Invocations",
  run_sessions: "Sessions of invocations",
  run_rollups: "Figures of invocations",
  pool_samples: "Samples of pools",
  pool_samples_5m: "Samples of pools, 5 min",
  proxy_checks: "Checks of proxies",
  process_samples: "Samples of processes",
  process_samples_5m: "Samples of processes, 5 min",
  seen: "Ids seen or pinned",
  seen_links: "Links between ids",
  log_gaps: "Gaps of watched logs",
  recorder_gaps: "Gaps of lists",
  alerts: "Alerts",
  alert_deliveries: "Notices to webhooks",
  audit: "Operator actions",
};

const tableColumns: readonly Column<TableRow>[] = [
  { id: "table", header: "Recorded", cell: ({ table }) => tableNames[table] ?? table },
  {
    id: "rows",
    header: "Rows",
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
  { id: "kept", header: "Kept", cell: ({ kept }) => kept },
];

const gapColumns: readonly Column<RecorderGap>[] = [
  {
    id: "state",
    header: "State",
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
  { id: "list", header: "List", width: "8rem", cell: ({ list }) => list },
  { id: "from", header: "From", width: "9rem", cell: ({ from_ms: at }) => <RelativeTime at={at} /> },
  { id: "to", header: "To", width: "9rem", cell: ({ to_ms: at }) => <RelativeTime at={at} empty="now" /> },
  { id: "why", header: "Because", mono: true, cell: ({ why }) => why },
];

/** What the store holds of everything recorded, and how long; undefined while it is read. */
export function RecordedTables({ recorder }: { recorder: RecorderState | undefined }) {
  return (
    <DataTable
      caption="What is recorded"
      columns={tableColumns}
      rows={recorder?.store.tables.map((row) => ({
        ...row,
        kept: keptWords(row.table, recorder.retention),
      }))}
      rowKey={({ table }) => table}
      stickyHeader={false}
      empty={<EmptyState title="Nothing is recorded" />}
    />
  );
}

/** Times in which nobody read a list, and what became of them. */
export function RecordedGaps({ gaps }: { gaps: readonly RecorderGap[] | undefined }) {
  if (gaps === undefined) return <Skeleton className="h-5 w-72" />;
  if (gaps.length === 0) return <p className="text-ink-3">No gaps: every list was read without a break.</p>;
  const cut = recorderLists.filter((list) => gaps.filter((gap) => gap.list === list).length >= listGapLimit);
  return (
    <div className="grid gap-2">
      <DataTable
        caption="Gaps in what is recorded"
        columns={gapColumns}
        rows={gaps}
        rowKey={({ list, from_ms: from }) => `${list} ${from}`}
        stickyHeader={false}
        empty={<EmptyState title="No gaps" />}
      />
      {cut.length === 0 ? null : (
        <p className="text-truth text-ink-3">
          The newest {listGapLimit} of {cut.join(", ")}; there may be older ones.
        </p>
      )}
    </div>
  );
}
