"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { TruthLine } from "@/components/ui/truth-line";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { appQueries } from "@/lib/queries/apps";
import { invocationQueries } from "@/lib/queries/invocations";
import { filterFields, invocationScreen, isFilterKey, suggestionsFor } from "./filter-fields.ts";
import { invocationColumns } from "./invocation-columns.tsx";
import { InvocationFilters } from "./invocation-filters.tsx";
import { InvocationSheet } from "./invocation-sheet.tsx";
import { type Admitted, admit, splitWaiting, unique } from "./waiting-rows.ts";

const refreshMs = 2_000;
const standardLimit = 50;
const rowKey = (row: Invocation) => row.id;

/** The runs, newest first: filters, page and open row in the address; live unless a past page is shown. */
export function InvocationsView() {
  const router = useRouter();
  const { value, ignored, set } = useUrlQuery(invocationScreen);
  const { open, live, limit = standardLimit, offset = 0, ...filters } = value;
  const onFirstPage = offset === 0;
  const isLive = live !== "off" && onFirstPage;
  const query = useQuery({
    ...invocationQueries.list({ ...filters, limit, offset }),
    refetchInterval: isLive ? refreshMs : false,
  });
  const apps = useQuery(appQueries.list({ limit: 100 })).data?.items ?? [];
  const { data } = query;

  // What is on screen belongs to one set of filters; another set starts afresh.
  const screenKey = JSON.stringify([filters, limit]);
  const [admitted, setAdmitted] = useState<{ key: string; of: Admitted }>();
  if (data && !query.isPlaceholderData && onFirstPage && admitted?.key !== screenKey) {
    setAdmitted({ key: screenKey, of: admit(data.items) });
  }
  const current = admitted?.key === screenKey ? admitted.of : undefined;
  const { shown, waiting } =
    data && isLive ? splitWaiting(data.items, current) : { shown: data && unique(data.items), waiting: 0 };

  const active = filterFields.filter(({ key }) => filters[key] !== undefined);
  const clear = () => set(Object.fromEntries(active.map(({ key }) => [key, undefined])));
  const openRow = shown?.find((row) => row.id === open);

  return (
    <Page>
      <PageHeader
        title="Invocations"
        truth={
          <TruthLine
            readAtMs={data?.observedAtMs}
            source="as the API lists them, newest first"
            completeness={
              ignored.length > 0 ? `left aside: ${ignored.map(({ path }) => path).join(", ")}` : undefined
            }
          />
        }
        actions={
          <Button
            aria-pressed={isLive}
            disabledReason={
              onFirstPage ? undefined : "Only the first page is live: later pages shift as runs arrive."
            }
            onClick={() => set({ live: live === "off" ? undefined : "off" }, "replace")}
          >
            <StatusGlyph glyph={isLive ? "disc" : "ring"} />
            Live {isLive ? "on" : "off"}
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <InvocationFilters
          values={filters}
          suggestions={(key) => suggestionsFor(key, apps, data?.items ?? [])}
          onChange={set}
        />
        {active.length > 1 ? (
          <Button variant="ghost" onClick={clear}>
            Clear all
          </Button>
        ) : null}
      </div>
      <DataTable
        caption="Invocations"
        columns={invocationColumns}
        rows={shown}
        rowKey={rowKey}
        badRows={data?.bad.map(({ index, fault }) => ({
          key: `bad-${index}`,
          position: index,
          problem: fault,
        }))}
        activeKey={open}
        onActiveKeyChange={(key) => set({ open: key }, "replace")}
        onOpen={(key) => router.push(paths.invocation(key))}
        onFilter={({ columnId, value: text, exclude }) => {
          // The API has no negative filters: an excluding click does what a plain one does not, nothing.
          if (exclude || !isFilterKey(columnId)) return;
          const read = invocationScreen.shape[columnId].safeParse(text);
          if (read.success) set({ [columnId]: read.data, offset: undefined });
        }}
        filters={active.map(({ key, label }) => `${label} ${filters[key]}`)}
        onClearFilters={clear}
        empty={
          <EmptyState title="No invocation yet">
            A run of an application's action appears here the moment it is queued. Invoke one through the API:
            POST /invocations.
          </EmptyState>
        }
        error={query.error ?? undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        staleSinceMs={data?.stale === undefined ? undefined : data.observedAtMs}
        newCount={waiting}
        onShowNew={() => data && setAdmitted({ key: screenKey, of: admit(data.items) })}
        paging={{
          offset,
          limit,
          hasMore: data?.paging?.hasMore ?? false,
          onOffsetChange: (next) => set({ offset: next === 0 ? undefined : next, open: undefined }),
          onLimitChange: (next) => set({ limit: next, offset: undefined }),
        }}
      />
      {open === undefined ? null : (
        <InvocationSheet
          key={open}
          id={open}
          known={openRow}
          onClose={() => set({ open: undefined }, "replace")}
        />
      )}
    </Page>
  );
}
