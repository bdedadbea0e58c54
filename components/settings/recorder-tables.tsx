import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { listGapLimit, type RecorderState, recorderLists } from "@/lib/bff/recorder";
import type { RecorderGap } from "@/lib/bff/recorder-gap";
import { failureCause } from "@/lib/format/failure-messages";
import { formatCount } from "@/lib/format/numbers";
import { formatRetention } from "./format-retention.ts";
import { recorderTablesTexts } from "./setting-messages.ts";

type TableRow = RecorderState["store"]["tables"][number] & { retention: string };

/** Description of each recorded table. */
export const tableNames: Readonly<Record<string, string>> = {
  invocations: recorderTablesTexts.invocations,
  invocation_sessions: recorderTablesTexts.browsersOfInvocations,
  invocation_rollups: recorderTablesTexts.statisticsOfInvocations,
  pool_samples: recorderTablesTexts.samplesOfPools,
  pool_samples_5m: recorderTablesTexts.samplesOfPools5Min,
  pool_points: recorderTablesTexts.figuresOfPools,
  proxy_checks: recorderTablesTexts.checksOfProxies,
  process_samples: recorderTablesTexts.samplesOfProcesses,
  process_samples_5m: recorderTablesTexts.samplesOfProcesses5Min,
  resources: recorderTablesTexts.idsSeenOrPinned,
  resource_links: recorderTablesTexts.linksBetweenIds,
  log_gaps: recorderTablesTexts.gapsInWatchedLogs,
  recorder_gaps: recorderTablesTexts.gapsInLists,
  alerts: recorderTablesTexts.alerts,
  alert_deliveries: recorderTablesTexts.webhookDeliveries,
  audit: recorderTablesTexts.acts,
};

const tableColumns: readonly Column<TableRow>[] = [
  {
    id: "table",
    header: recorderTablesTexts.recorded,
    card: "name",
    cell: ({ table }) => tableNames[table] ?? table,
  },
  {
    id: "rows",
    header: recorderTablesTexts.rows,
    card: "end",
    width: "9rem",
    align: "right",
    cell: ({ rows }) => formatCount(rows),
  },
  {
    id: "oldest",
    header: recorderTablesTexts.oldest,
    width: "10rem",
    cell: ({ oldest_ms: oldestMs }) => <RelativeTime at={oldestMs} />,
  },
  { id: "retention", header: recorderTablesTexts.kept, card: "note", cell: ({ retention }) => retention },
];

const gapColumns: readonly Column<RecorderGap>[] = [
  {
    id: "state",
    header: recorderTablesTexts.state,
    card: "state",
    width: "8rem",
    cell: (gap) => {
      if (gap.to_ms === null)
        return (
          <Badge tone="bad" glyph="cross">
            {recorderTablesTexts.lasts}
          </Badge>
        );
      return gap.filled ? (
        <Badge tone="ok" glyph="disc">
          {recorderTablesTexts.filled}
        </Badge>
      ) : (
        <Badge tone="warn" glyph="dash">
          {recorderTablesTexts.missing}
        </Badge>
      );
    },
  },
  { id: "list", header: recorderTablesTexts.list, card: "name", width: "8rem", cell: ({ list }) => list },
  {
    id: "from",
    header: recorderTablesTexts.from,
    card: "end",
    width: "9rem",
    cell: ({ from_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "to",
    header: recorderTablesTexts.to,
    width: "9rem",
    cell: ({ to_ms: at }) => <RelativeTime at={at} empty={recorderTablesTexts.now} />,
  },
  {
    id: "why",
    header: recorderTablesTexts.because,
    card: "note",
    cell: ({ why }) => <span title={why}>{failureCause(why)}</span>,
  },
];

/** Row counts and retention of everything recorded; undefined while loading. */
export function RecordedTables({ recorder }: { recorder: RecorderState | undefined }) {
  return (
    <DataTable
      caption={recorderTablesTexts.recordedData}
      columns={tableColumns}
      rows={recorder?.store.tables.map((row) => ({
        ...row,
        retention: formatRetention(row.table, recorder.retention),
      }))}
      rowKey={({ table }) => table}
      embedded
      empty={<EmptyState title={recorderTablesTexts.nothingRecordedYet} />}
    />
  );
}

/** Times in which a list was not read, and whether they were filled later. */
export function RecordedGaps({ gaps }: { gaps: readonly RecorderGap[] | undefined }) {
  if (gaps === undefined) return <Skeleton className="h-5 w-72" />;
  if (gaps.length === 0) return <p className="text-ink-3">{recorderTablesTexts.noGaps}</p>;
  const cut = recorderLists.filter((list) => gaps.filter((gap) => gap.list === list).length >= listGapLimit);
  return (
    <div className="grid gap-2">
      <DataTable
        caption={recorderTablesTexts.gaps}
        columns={gapColumns}
        rows={gaps}
        rowKey={({ list, from_ms: from }) => `${list} ${from}`}
        embedded
        empty={<EmptyState title={recorderTablesTexts.noGapsTitle} />}
      />
      {cut.length === 0 ? null : (
        <p className="text-caption text-ink-3">
          {recorderTablesTexts.newestOnly(listGapLimit, cut.join(", "))}
        </p>
      )}
    </div>
  );
}
