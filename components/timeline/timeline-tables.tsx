"use client";

import type { ReactNode } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { urlPaging } from "@/components/data-table/table-paging";
import { EmptyState } from "@/components/ui/empty-state";
import { Tabs } from "@/components/ui/tabs";
import type { Timeline } from "@/lib/bff/timeline";
import { formatCount } from "@/lib/format/numbers";
import { leftOutOfTable } from "./lane-messages.ts";
import { logColumns, logRowKey, logRowsOf } from "./log-rows.tsx";
import { notRecorded } from "./not-recorded.ts";
import { type TableKey, tableKeys, tableNames } from "./table-keys.ts";
import {
  actColumns,
  checkColumns,
  invocationColumns,
  poolColumns,
  recorderColumns,
  sessionColumns,
} from "./timeline-columns.tsx";
import { timelineTablesTexts } from "./timeline-on-demand-messages.ts";

interface Paging {
  limit: number;
  offset: number;
  onChange: (change: { table?: TableKey | undefined; limit?: number; offset?: number | undefined }) => void;
}

const totals = {
  invocations: ({ invocations }) => invocations.total,
  sessions: ({ sessions }) => sessions.total,
  pools: ({ pools }) => pools.total,
  checks: ({ checks }) => checks.total,
  logs: ({ annotations, log_gaps: gaps }) => annotations.total + gaps.total,
  actions: ({ actions }) => actions?.total,
  recorder: (timeline) => notRecorded(timeline).total,
} as const satisfies Record<TableKey, (timeline: Timeline) => number | undefined>;

/** The lanes' data as tables: of the selection, or of the whole range without one. */
export function TimelineTables({
  timeline,
  brushed,
  table,
  ...paging
}: Paging & {
  /** Undefined while the selection is loading. */
  timeline: Timeline | undefined;
  brushed: boolean;
  table: TableKey;
}) {
  return (
    <section
      aria-label={brushed ? timelineTablesTexts.tablesOfTheSelection : timelineTablesTexts.tablesOfTheRange}
    >
      <Tabs
        label={timelineTablesTexts.tables}
        value={table}
        onValueChange={(next) => {
          const known = tableKeys.find((key) => key === next);
          paging.onChange({ table: known === "invocations" ? undefined : known, offset: undefined });
        }}
        tabs={tableKeys.map((key) => ({
          value: key,
          label: tableNames[key],
          count: timeline === undefined ? undefined : formatCount(totals[key](timeline)),
          content: key === table ? <OneTable table={key} timeline={timeline} {...paging} /> : null,
        }))}
      />
    </section>
  );
}

function OneTable({
  table,
  timeline,
  ...paging
}: Paging & { table: TableKey; timeline: Timeline | undefined }) {
  const total = timeline && totals[table](timeline);
  const common = { caption: tableNames[table], table, total, ...paging };
  switch (table) {
    case "invocations":
      return (
        <Rows
          {...common}
          rows={timeline?.invocations.items}
          columns={invocationColumns}
          rowKey={({ id }) => id}
          empty={
            timeline?.invocations.complete === false
              ? timelineTablesTexts.noInvocationRecorded
              : timelineTablesTexts.noInvocationStarted
          }
        />
      );
    case "sessions":
      return (
        <Rows
          {...common}
          rows={timeline?.sessions.items}
          columns={sessionColumns}
          rowKey={({ id }) => id}
          empty={timelineTablesTexts.noBrowsersSeen}
        />
      );
    case "pools":
      return (
        <Rows
          {...common}
          rows={timeline?.pools.items}
          columns={poolColumns}
          rowKey={({ pool_id: id }) => id}
          empty={timelineTablesTexts.noPoolSampled}
        />
      );
    case "checks":
      return (
        <Rows
          {...common}
          rows={timeline?.checks.items}
          columns={checkColumns}
          rowKey={({ proxy_id: id, at_ms: at }) => `${id}/${at}`}
          empty={timelineTablesTexts.noProxyChecked}
        />
      );
    case "logs":
      return (
        <Rows
          {...common}
          rows={timeline && logRowsOf(timeline)}
          columns={logColumns}
          rowKey={logRowKey}
          empty={timelineTablesTexts.noMarksOrLogGaps}
        />
      );
    case "actions":
      return timeline?.actions === null ? (
        <EmptyState title={timelineTablesTexts.notForYourRole}>
          {timelineTablesTexts.actsNeedTheOperatorRole}
        </EmptyState>
      ) : (
        <Rows
          {...common}
          rows={timeline?.actions.items}
          columns={actColumns}
          rowKey={({ seq }) => String(seq)}
          empty={timelineTablesTexts.noActs}
        />
      );
    case "recorder":
      return (
        <Rows
          {...common}
          rows={timeline && notRecorded(timeline).items}
          columns={recorderColumns}
          rowKey={(gap) => `${gap.list}/${gap.from_ms}`}
          empty={timelineTablesTexts.allRecorded}
        />
      );
  }
}

function Rows<Row>({
  caption,
  table,
  columns,
  rows,
  rowKey,
  total,
  empty,
  limit,
  offset,
  onChange,
}: Paging & {
  caption: string;
  table: TableKey;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  total: number | undefined;
  empty: ReactNode;
}) {
  const left = rows === undefined ? undefined : leftOutOfTable(table, rows.length, total ?? 0);
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows?.slice(offset, offset + limit)}
        rowKey={rowKey}
        embedded
        skeletonRows={5}
        empty={<EmptyState title={timelineTablesTexts.none}>{empty}</EmptyState>}
        paging={urlPaging({ offset, limit, hasMore: (rows?.length ?? 0) > offset + limit }, onChange)}
      />
      {left === undefined ? null : <p className="py-1 text-label text-ink-2">{left}</p>}
    </>
  );
}
