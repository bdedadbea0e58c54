"use client";

import { useQuery } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { badRowsOf } from "@/components/data-table/bad-rows";
import type { CellFilter } from "@/components/data-table/column";
import { decodePlaces, encodePlaces, widenPlace } from "@/components/data-table/column-layout";
import { DataTable } from "@/components/data-table/data-table";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { LiveButton } from "@/components/layout/live-button";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { RunTabs } from "@/components/layout/run-tabs";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast";
import { TruthLine } from "@/components/ui/truth-line";
import type { View } from "@/lib/bff/views";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { appQueries } from "@/lib/queries/apps";
import { BulkBar } from "./bulk-bar.tsx";
import { cellFilter } from "./cell-filter.ts";
import { chosenColumns, usualPlaces } from "./chosen-columns.tsx";
import { chipsOf } from "./filter-chips.ts";
import { noFilters, suggestionsFor } from "./filter-fields.ts";
import { InvocationFilters } from "./invocation-filters.tsx";
import {
  type InvocationScreen,
  invocationScreen,
  screenOfView,
  viewQueryOf,
  whyNotLive,
} from "./invocation-screen.ts";
import { InvocationSheet } from "./invocation-sheet.tsx";
import { RunTableActions } from "./run-table-actions.tsx";
import type { RunsSource } from "./runs-source.ts";
import { StuckRuns } from "./stuck-runs.tsx";
import { useDefaultView } from "./use-default-view.ts";
import { useRowsOnScreen } from "./use-rows-on-screen.ts";
import { useRuns } from "./use-runs.ts";
import { useSelectedRuns } from "./use-selected-runs.ts";

// Neither is needed to see the runs.
const InvocationColumnChooser = dynamic(
  () => import("./invocation-column-chooser.tsx").then((module) => module.InvocationColumnChooser),
  { ssr: false, loading: () => <Skeleton className="m-3 h-80" /> },
);
const SavedViews = dynamic(() => import("./saved-views.tsx").then((module) => module.SavedViews), {
  ssr: false,
  loading: () => <Skeleton className="h-8 w-28" />,
});

const standardLimit = 50;
/** `view` of the screen without a view, where an empty address would open the default one. */
const noView = "all";
const rowKey = (row: Invocation) => row.id;
const empty = (
  <EmptyState title="No invocation yet">
    A run of an application's action appears here the moment it is queued.
  </EmptyState>
);

const isBare = (screen: InvocationScreen) => Object.values(screen).every((value) => value === undefined);

/** The runs, newest first: filters, columns, page, open view and row in the address; live unless a past page is shown. */
export function InvocationsView() {
  const router = useRouter();
  const { value: screen, ignored, set: setScreen } = useUrlQuery(invocationScreen);
  const { open, live, limit = standardLimit, offset = 0, view } = screen;
  const showView = useCallback(
    (chosen: View) =>
      setScreen({ ...screenOfView(chosen.query), view: chosen.id, offset: undefined }, "replace"),
    [setScreen],
  );
  const { awaited: viewAwaited, hasDefault } = useDefaultView(isBare(screen), showView);
  const set = useCallback(
    (changes: Partial<InvocationScreen>, history?: "push" | "replace") => {
      // Whoever clears the last filter does not want those of the default view.
      const bare = hasDefault && isBare({ ...screen, ...changes });
      setScreen(bare ? { ...changes, view: noView } : changes, history);
    },
    [setScreen, screen, hasDefault],
  );

  const notLive = whyNotLive(screen);
  const isLive = live !== "off" && notLive === undefined;
  const runs = useRuns(screen, { limit, offset, live: isLive, enabled: !viewAwaited });
  const { data, error, items, hasMore, awaited, filterText } = runs;
  const apps = useQuery(appQueries.list({ limit: 100 })).data?.items ?? [];
  const { rows, showNew } = useRowsOnScreen(runs.fresh, JSON.stringify([filterText, limit, offset]), limit);
  const shown = rows?.shown ?? items;
  const { selection, selectedRuns, matching, clear } = useSelectedRuns({
    // Rows of the filters before cannot be chosen under these.
    shown: awaited ? undefined : shown,
    filters: runs.filters,
    filterText,
    isPartOfMore: hasMore || offset > 0,
    record: runs.record,
  });

  const layout = screen.cols === undefined ? "" : encodePlaces(screen.cols);
  const { columns, unknown } = useMemo(
    () => chosenColumns(layout === "" ? undefined : decodePlaces(layout)),
    [layout],
  );
  const filterBy = useCallback(
    (cell: CellFilter) => {
      const changes = cellFilter(cell, screen);
      if (changes !== undefined) set({ ...changes, offset: undefined });
      else notify.note("Nothing was filtered", `The API has no filter for ${cell.value}.`);
    },
    [set, screen],
  );
  const widen = useCallback(
    (columnId: string, widthPx: number | undefined) =>
      set({ cols: [...widenPlace(screen.cols ?? usualPlaces, columnId, widthPx)] }, "replace"),
    [set, screen.cols],
  );
  const chips = chipsOf(screen);
  const clearFilters = () => set({ ...noFilters, offset: undefined });
  const leftAside = [
    ...ignored,
    ...unknown.map((id) => ({ path: "query.cols", message: `there is no column ${id}` })),
  ];

  return (
    <Page>
      <PageHeader
        title="Invocations"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={awaited ? undefined : data?.observedAtMs}
            source={sourceWords({
              source: runs.source,
              awaited,
              read: data !== undefined,
            })}
            completeness={
              runs.scope ??
              (rows && rows.unread > 0 ? `the last ${rows.unread} as read before newer ones came` : undefined)
            }
            stale={data?.stale}
          />
        }
        actions={
          <>
            <RunTableActions
              rows={awaited ? [] : (shown ?? [])}
              bad={awaited ? [] : (runs.bad ?? [])}
              isPartOfMore={hasMore || offset > 0}
              screen={screen}
              record={runs.record}
            />
            <LiveButton
              live={isLive}
              disabledReason={notLive}
              onChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
            />
            <Link href={paths.invoke()} className={buttonClass({ variant: "primary" })}>
              Invoke…
            </Link>
          </>
        }
      />
      <RunTabs current="runs" />
      <IgnoredNotice ignored={leftAside} />
      <StuckRuns />
      <div className="flex flex-wrap items-center gap-2">
        <SavedViews
          openId={view}
          query={viewQueryOf(screen)}
          onOpen={(chosen) =>
            setScreen({
              ...screenOfView(chosen?.query ?? ""),
              view: chosen?.id ?? (hasDefault ? noView : undefined),
              offset: undefined,
              open: undefined,
            })
          }
        />
        <InvocationFilters
          screen={screen}
          suggestions={(key) => suggestionsFor(key, apps, items ?? [])}
          onChange={(changes) => set({ ...changes, offset: undefined })}
          onClear={clearFilters}
        />
        <span className="flex-1" />
        <Popover
          label="Columns"
          align="end"
          className="w-80"
          trigger={
            <Button>
              <Columns3 /> Columns
            </Button>
          }
        >
          <InvocationColumnChooser
            places={screen.cols}
            rows={shown ?? []}
            onChange={(places) => set({ cols: places && [...places] }, "replace")}
          />
        </Popover>
      </div>
      <div className={awaited ? "opacity-50 transition-opacity" : undefined} aria-busy={awaited || undefined}>
        <DataTable
          caption="Invocations"
          columns={columns}
          rows={shown}
          rowKey={rowKey}
          badRows={badRowsOf(runs.bad)}
          activeKey={open}
          onActiveKeyChange={(key) => set({ open: key }, open === undefined ? "push" : "replace")}
          onOpen={(key) => router.push(paths.invocation(key))}
          selection={selection}
          onColumnWidth={widen}
          onFilter={filterBy}
          filters={chips.map(({ label, text }) => `${label} ${text}`)}
          onClearFilters={clearFilters}
          empty={empty}
          error={error}
          onRetry={runs.retry}
          retrying={runs.retrying}
          staleSinceMs={data?.stale === undefined ? undefined : data.observedAtMs}
          newCount={offset === 0 && notLive === undefined ? (rows?.waiting ?? 0) : 0}
          onShowNew={showNew}
          paging={{
            offset,
            limit,
            hasMore,
            onOffsetChange: (next) => set({ offset: next === 0 ? undefined : next, open: undefined }),
            onLimitChange: (next) => set({ limit: next, offset: undefined }),
          }}
        />
      </div>
      {selectedRuns.length === 0 ? null : (
        <BulkBar selected={selectedRuns} matching={matching} onClear={clear} />
      )}
      {open === undefined ? null : (
        <InvocationSheet
          key={open}
          id={open}
          listed={shown?.find((row) => row.id === open)}
          onClose={() => set({ open: undefined })}
        />
      )}
    </Page>
  );
}

function sourceWords({ source, awaited, read }: { source: RunsSource; awaited: boolean; read: boolean }) {
  switch (source) {
    case "api":
      return awaited ? "asking the API…" : "as the API lists them, newest first";
    case "newest":
      return read ? "filtered here, within the rows read" : "reading the newest runs to filter them here…";
    case "record":
      return "from the dashboard's own record of the runs: the API has no such filter";
    case "record-awaited":
      return awaited
        ? "asking the dashboard's own record of the runs…"
        : "the dashboard's own record of the runs did not answer";
  }
}
