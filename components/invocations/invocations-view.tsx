"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { badRowsOf } from "@/components/data-table/bad-rows";
import type { CellFilter } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { LiveButton } from "@/components/layout/live-button";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { notify } from "@/components/ui/toast";
import { TruthLine } from "@/components/ui/truth-line";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { appQueries } from "@/lib/queries/apps";
import { invocationQueries } from "@/lib/queries/invocations";
import {
  filterFields,
  filterText,
  invocationScreen,
  isFilterKey,
  noFilters,
  suggestionsFor,
  whyNotLive,
} from "./filter-fields.ts";
import { invocationColumns } from "./invocation-columns.tsx";
import { InvocationFilters } from "./invocation-filters.tsx";
import { InvocationSheet } from "./invocation-sheet.tsx";
import { StuckRuns } from "./stuck-runs.tsx";
import { useRowsOnScreen } from "./use-rows-on-screen.ts";

const refreshMs = 2_000;
const standardLimit = 50;
const rowKey = (row: Invocation) => row.id;
const empty = (
  <EmptyState title="No invocation yet">
    A run of an application's action appears here the moment it is queued.
  </EmptyState>
);

/** The runs, newest first: filters, page and open row in the address; live unless a past page is shown. */
export function InvocationsView() {
  const router = useRouter();
  const { value, ignored, set } = useUrlQuery(invocationScreen);
  const { open, live, limit = standardLimit, offset = 0, ...filters } = value;
  const notLive = whyNotLive(value);
  const isLive = live !== "off" && notLive === undefined;
  const query = useQuery({
    ...invocationQueries.list({ ...filters, limit, offset }),
    refetchInterval: isLive ? refreshMs : false,
  });
  const apps = useQuery(appQueries.list({ limit: 100 })).data?.items ?? [];
  const { data, isPlaceholderData: awaited } = query;

  const hasMore = data?.paging?.hasMore ?? false;
  const fresh = data && !awaited ? { items: data.items, hasMore } : undefined;
  const { rows, showNew } = useRowsOnScreen(fresh, JSON.stringify([filters, limit, offset]), limit);
  const shown = rows?.shown ?? data?.items;

  const filterBy = useCallback(
    ({ columnId, value: text, exclude }: CellFilter) => {
      if (!isFilterKey(columnId)) return;
      if (exclude) {
        notify.note("Nothing was filtered", "The API has no filter that leaves a value out.");
        return;
      }
      const read = invocationScreen.shape[columnId].safeParse(text);
      if (read.success) set({ [columnId]: read.data, offset: undefined });
    },
    [set],
  );
  const active = filterFields.filter(({ key }) => filters[key] !== undefined);
  const clear = () => set({ ...noFilters, offset: undefined });

  return (
    <Page>
      <PageHeader
        title="Invocations"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={awaited ? undefined : data?.observedAtMs}
            source={awaited ? "asking the API…" : "as the API lists them, newest first"}
            completeness={
              rows && rows.unread > 0 ? `the last ${rows.unread} as read before newer ones came` : undefined
            }
            stale={data?.stale}
          />
        }
        actions={
          <>
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
      <IgnoredNotice ignored={ignored} />
      <StuckRuns />
      <div className="flex flex-wrap items-center gap-2">
        <InvocationFilters
          values={filters}
          suggestions={(key) => suggestionsFor(key, apps, data?.items ?? [])}
          onChange={(changes) => set({ ...changes, offset: undefined })}
        />
        {active.length > 1 ? (
          <Button variant="ghost" onClick={clear}>
            Clear all
          </Button>
        ) : null}
      </div>
      <div className={awaited ? "opacity-50 transition-opacity" : undefined} aria-busy={awaited || undefined}>
        <DataTable
          caption="Invocations"
          columns={invocationColumns}
          rows={shown}
          rowKey={rowKey}
          badRows={badRowsOf(data?.bad)}
          activeKey={open}
          onActiveKeyChange={(key) => set({ open: key }, open === undefined ? "push" : "replace")}
          onOpen={(key) => router.push(paths.invocation(key))}
          onFilter={filterBy}
          filters={active.map(({ key, label }) => `${label} ${filterText(key, filters[key] ?? "")}`)}
          onClearFilters={clear}
          empty={empty}
          error={query.error ?? undefined}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
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
