"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import type { CellFilter } from "@/components/data-table/column";
import { setColumnWidth } from "@/components/data-table/column-layout";
import { DataTable } from "@/components/data-table/data-table";
import { InvocationTabs } from "@/components/layout/invocation-tabs";
import { ListPage } from "@/components/layout/list-page";
import { LiveButton } from "@/components/layout/live-button";
import { useListScreen } from "@/components/layout/use-list-screen";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { appQueries } from "@/lib/queries/apps";
import { InvocationSheet } from "../detail/invocation-sheet.tsx";
import { StuckInvocations } from "../stuck/stuck-invocations.tsx";
import { defaultColumnSettings, useChosenColumns } from "./chosen-columns.tsx";
import { chipsOf } from "./filter-chips.ts";
import { cellFilter, suggestionsFor } from "./filter-fields.ts";
import { whyNotLive } from "./invocation-search-params.ts";
import { InvocationTableActions } from "./invocation-table-actions.tsx";
import { InvocationToolbar } from "./invocation-toolbar.tsx";
import { formatSource } from "./invocations-source.ts";
import { type FreshPage, type RowsOnScreen, refresh, show } from "./pending-rows.ts";
import { useInvocationSearchParams } from "./use-invocation-search-params.ts";
import { useInvocations } from "./use-invocations.ts";
import { useMatchingSelection } from "./use-matching-selection.ts";

// The acts on a selection load with the first one.
const BulkBar = dynamic(() => import("../bulk/bulk-bar.tsx").then((module) => module.BulkBar), {
  ssr: false,
});

const rowKey = (row: Invocation) => row.id;
const empty = (
  <EmptyState title="No invocation yet">
    An invocation of an application's action appears here the moment it is queued.
  </EmptyState>
);

/** The invocations, newest first. Filters, columns, page, open view and row are in the address; live on
 *  the first page only. */
export function InvocationsView() {
  const router = useRouter();
  const { viewAwaited, openView, ...url } = useInvocationSearchParams();
  const { value: screen, set } = url;
  const { open, live, limit = 50, offset = 0 } = screen;
  const notLive = whyNotLive(screen);
  const isLive = live !== "off" && notLive === undefined;
  const invocations = useInvocations(screen, { limit, offset, live: isLive, enabled: !viewAwaited });
  const { query, items, filters, filterText, source, record } = invocations;
  const apps = useQuery(appQueries.list({ limit: 100 })).data?.items ?? [];
  const { rows, showNew } = useRowsOnScreen(
    invocations.fresh,
    JSON.stringify([filterText, limit, offset]),
    limit,
  );
  const list = useListScreen({
    screen: url,
    query,
    items: rows?.shown ?? items,
    rowKey,
    filters: Object.fromEntries(chipsOf(screen).map(({ id, label, text }) => [id, `${label} ${text}`])),
    resetByPaging: { open: undefined },
    selectionScope: filterText,
  });
  const { items: shown = [], awaited, selected } = list;
  const isPartOfMore = list.hasMore || offset > 0;
  const { selection, matching } = useMatchingSelection({ list, filters, filterText, isPartOfMore, record });

  const { columns, unknown } = useChosenColumns(screen.cols);
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
      set({ cols: [...setColumnWidth(screen.cols ?? defaultColumnSettings, columnId, widthPx)] }, "replace"),
    [set, screen.cols],
  );
  const unread = rows?.unread ?? 0;

  return (
    <ListPage
      title="Invocations"
      list={list}
      source={formatSource(source, awaited, query.data !== undefined)}
      completeness={
        invocations.scope ?? (unread > 0 ? `the last ${unread} as read before newer ones came` : undefined)
      }
      actions={
        <>
          <InvocationTableActions
            rows={awaited ? [] : shown}
            bad={awaited ? [] : invocations.bad}
            isPartOfMore={isPartOfMore}
            screen={screen}
            record={record}
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
      tabs={<InvocationTabs current="invocations" />}
      ignored={[
        ...url.ignored,
        ...unknown.map((id) => ({ path: "query.cols", message: `there is no column ${id}` })),
      ]}
    >
      <StuckInvocations />
      <InvocationToolbar
        screen={screen}
        rows={shown}
        suggestions={(key) => suggestionsFor(key, apps, items ?? [])}
        onChange={set}
        onOpenView={openView}
      />
      <DataTable
        caption="Invocations"
        columns={columns}
        {...list.table}
        active={{
          key: open,
          onChange: (key) => set({ open: key }, open === undefined ? "push" : "replace"),
          onOpen: (key) => router.push(paths.invocation(key)),
        }}
        selection={selection}
        onColumnWidth={widen}
        onFilter={filterBy}
        newRows={{
          count: offset === 0 && notLive === undefined ? (rows?.waiting ?? 0) : 0,
          onShow: showNew,
        }}
        empty={empty}
      />
      {selected.length === 0 ? null : (
        <BulkBar selected={selected} matching={matching} onClear={() => list.select([])} />
      )}
      {open === undefined ? null : (
        <InvocationSheet
          key={open}
          id={open}
          listed={shown.find((row) => row.id === open)}
          onClose={() => set({ open: undefined })}
        />
      )}
    </ListPage>
  );
}

/** Rows on screen of a polled page. `fresh` must keep its identity between reads; a new `screenKey`
 *  (filters and page) starts with all rows. */
function useRowsOnScreen(
  fresh: FreshPage | undefined,
  screenKey: string,
  limit: number,
): { rows: RowsOnScreen | undefined; showNew: () => void } {
  const [state, setState] = useState<{ key: string; from: readonly Invocation[]; rows: RowsOnScreen }>();
  const same = state?.key === screenKey ? state : undefined;
  if (fresh !== undefined && fresh.items !== same?.from) {
    const rows = same === undefined ? show(fresh) : refresh(fresh, same.rows, limit);
    setState({ key: screenKey, from: fresh.items, rows });
  }
  return {
    rows: same?.rows,
    showNew: () => {
      if (fresh !== undefined) setState({ key: screenKey, from: fresh.items, rows: show(fresh) });
    },
  };
}
