"use client";

import { useQuery } from "@tanstack/react-query";
import { badRowsOf } from "@/components/data-table/bad-rows";
import type { CellFilter } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { LiveButton } from "@/components/layout/live-button";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { TruthLine } from "@/components/ui/truth-line";
import { paces } from "@/lib/paces";
import { auditQueries } from "@/lib/queries/audit";
import { auditColumns } from "./audit-columns.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { auditScreen, filterOf, filterWords, noFilters } from "./audit-screen.ts";
import { AuditSheet } from "./audit-sheet.tsx";
import { useHeldPage } from "./use-held-page.ts";

/** Who did what, when, to what, why and with what answer: the record as it was written, newest first. */
export function AuditView() {
  const { value, ignored, set } = useUrlQuery(auditScreen);
  const { limit = 50, offset = 0, open, live: turned, ...filters } = value;
  const live = turned !== "off" && offset === 0;
  const refusal = useRoleReason("operator");
  const query = useQuery({
    ...auditQueries.list({ ...filters, limit, offset }),
    enabled: refusal === undefined,
    refetchInterval: live ? paces.refresh.figuresMs : false,
  });
  const { error, isPlaceholderData } = query;
  const { page, newCount, showNew } = useHeldPage(
    isPlaceholderData ? undefined : query.data,
    JSON.stringify([filters, limit, offset]),
    filterWords(filters).length > 0,
  );
  const shown = page ?? query.data;
  const opened = shown?.items.find(({ seq }) => seq === open);

  if (refusal !== undefined) {
    return (
      <Page>
        <PageHeader title="Audit" />
        <EmptyState title="Not for your role">{refusal}</EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title="Audit"
        truth={
          <TruthLine readAtMs={query.data?.observedAtMs} source="the dashboard's own record, newest first" />
        }
        actions={
          <LiveButton
            live={live}
            disabledReason={offset === 0 ? undefined : "Only the first page is live."}
            onChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
          />
        }
      />
      <AuditFilterBar
        filters={filters}
        shown={shown?.items ?? []}
        onChange={(change) => set({ ...change, offset: undefined, open: undefined })}
      />
      <IgnoredNotice ignored={ignored} />
      <DataTable
        caption="Operator actions"
        columns={auditColumns}
        rows={shown?.items}
        rowKey={(entry) => String(entry.seq)}
        badRows={badRowsOf(shown?.bad)}
        activeKey={open === undefined ? undefined : String(open)}
        onActiveKeyChange={(key) =>
          set({ open: key === undefined ? undefined : Number(key) }, open === undefined ? "push" : "replace")
        }
        onFilter={(cell: CellFilter) => {
          const change = filterOf(cell);
          if (change !== undefined) set({ ...change, offset: undefined });
        }}
        filters={filterWords(filters)}
        onClearFilters={() => set({ ...noFilters, offset: undefined })}
        empty={
          <EmptyState title="Nothing was done yet">
            Every act through this dashboard is written here before the API is asked and again once it
            answered.
          </EmptyState>
        }
        error={error ?? undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        newCount={newCount}
        onShowNew={showNew}
        paging={{
          offset,
          limit,
          hasMore: shown?.paging?.hasMore ?? false,
          onOffsetChange: (next) => set({ offset: next === 0 ? undefined : next, open: undefined }),
          onLimitChange: (next) => set({ limit: next, offset: undefined }),
        }}
      />
      {opened === undefined ? null : (
        <AuditSheet key={opened.seq} entry={opened} onClose={() => set({ open: undefined }, "replace")} />
      )}
    </Page>
  );
}
