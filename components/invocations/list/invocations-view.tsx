"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { memo, useCallback } from "react";
import type { CellFilter } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { InvocationTabs } from "@/components/layout/invocation-tabs";
import { ListPage } from "@/components/layout/list-page";
import { LiveButton } from "@/components/layout/live-button";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { SheetRoom } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast";
import { useLoadedAhead } from "@/components/ui/use-loaded-ahead";
import { paths } from "@/lib/paths";
import { DeployButton } from "../deploy/deploy-button.tsx";
import { InvokeLink } from "../invoke/invoke-link.tsx";
import { useChosenColumns } from "./chosen-columns.tsx";
import { cellFilter } from "./filter-fields.ts";
import { invocationsViewTexts } from "./invocation-list-messages.ts";
import { InvocationTableActions } from "./invocation-table-actions.tsx";
import { InvocationToolbar } from "./invocation-toolbar.tsx";
import { formatSource } from "./invocations-source.ts";
import { useInvocationList } from "./use-invocation-list.ts";

// What is stuck stands beside the rows: its code and its data follow them, and the line keeps its height.
const loadStuck = () => import("../stuck/stuck-invocations.tsx");
const StuckLine = dynamic(
  loadPart(() => loadStuck().then((module) => module.StuckLine)),
  {
    ssr: false,
    loading: () => (
      <div className="flex min-h-8 items-center px-1">
        <Skeleton className="h-3 w-48" />
      </div>
    ),
  },
);
const StuckDetails = dynamic(
  loadPart(() => loadStuck().then((module) => module.StuckDetails)),
  { ssr: false },
);
// It is not drawn with each poll of the list.
const loadSheet = loadPart(() =>
  import("../detail/invocation-sheet.tsx").then((module) => module.InvocationSheet),
);
const InvocationSheet = memo(dynamic(loadSheet, { ssr: false }));
// The acts on a selection load with the first one.
const BulkBar = dynamic(
  loadPart(() => import("../bulk/bulk-bar.tsx").then((module) => module.BulkBar)),
  {
    ssr: false,
  },
);

const empty = (
  <EmptyState
    title={invocationsViewTexts.noInvocationsYet}
    action={<InvokeLink>{invocationsViewTexts.invoke}</InvokeLink>}
  >
    {invocationsViewTexts.invocationsAppearHere}
  </EmptyState>
);

/** The invocations, newest first. Filters, columns, page, open view and row are in the address; live on
 *  the first page only. */
export function InvocationsView() {
  useLoadedAhead(loadSheet.ahead);
  const router = useRouter();
  const { url, openView, isLive, notLive, read, list, isPartOfMore, unread, ...rows } = useInvocationList();
  const { value: screen, set } = url;
  const { open } = screen;
  const { items: shown = [], awaited, selected } = list;
  const { columns, ignored, widen } = useChosenColumns(screen.cols, set);
  const filterBy = useCallback(
    (cell: CellFilter) => {
      const changes = cellFilter(cell, screen);
      if (changes !== undefined) set({ ...changes, offset: undefined });
      else notify.note(invocationsViewTexts.notFiltered, invocationsViewTexts.apiHasNoFilter(cell.value));
    },
    [set, screen],
  );
  const closeRow = useCallback(() => set({ open: undefined }), [set]);

  return (
    <ListPage
      title={invocationsViewTexts.invocations}
      list={list}
      source={formatSource(read.source, awaited, read.query.data !== undefined)}
      partial={
        read.source === "record-awaited"
          ? formatSource(read.source, awaited, false)
          : (read.scope ?? (unread > 0 ? invocationsViewTexts.openRowsNotUpdated(unread) : undefined))
      }
      actions={
        <>
          <InvocationTableActions
            rows={awaited ? [] : shown}
            bad={awaited ? [] : read.bad}
            isPartOfMore={isPartOfMore}
            screen={screen}
            record={read.record}
          />
          <LiveButton
            live={isLive}
            disabledReason={notLive}
            onChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
          />
          <DeployButton />
        </>
      }
      primary={<InvokeLink variant="primary">{invocationsViewTexts.invoke}</InvokeLink>}
      tabs={
        <InvocationTabs current="invocations">
          <StuckLine />
        </InvocationTabs>
      }
      ignored={[...url.ignored, ...ignored]}
    >
      <StuckDetails />
      <InvocationToolbar
        screen={screen}
        rows={shown}
        read={read.items ?? []}
        onChange={set}
        onOpenView={openView}
      />
      <DataTable
        caption={invocationsViewTexts.invocations}
        columns={columns}
        {...list.table}
        active={{
          key: open,
          onChange: (key) => set({ open: key }, open === undefined ? "push" : "replace"),
          onOpen: (key) => router.push(paths.invocation(key)),
        }}
        selection={rows.selection}
        onColumnWidth={widen}
        onFilter={filterBy}
        newRows={rows.newRows}
        empty={empty}
      />
      {selected.length === 0 ? null : (
        <BulkBar selected={selected} matching={rows.matching} onSelect={list.select} />
      )}
      {open === undefined ? null : <SheetRoom />}
      {open === undefined ? null : (
        <InvocationSheet id={open} listed={shown.find((row) => row.id === open)} onClose={closeRow} />
      )}
    </ListPage>
  );
}
