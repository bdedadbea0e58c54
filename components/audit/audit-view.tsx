"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/data-table/data-table";
import { ListPage } from "@/components/layout/list-page";
import { LiveButton } from "@/components/layout/live-button";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useListScreen } from "@/components/layout/use-list-screen";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import type { AuditEntry } from "@/lib/bff/audit";
import { paces } from "@/lib/paces";
import { auditQueries } from "@/lib/queries/audit";
import { auditColumns } from "./audit-columns.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { activeFilters, auditSearchParams, filterOf } from "./audit-search-params.ts";
import { AuditSheet } from "./audit-sheet.tsx";
import { useFrozenPage } from "./use-frozen-page.ts";

const rowKey = ({ seq }: AuditEntry) => String(seq);
const empty = (
  <EmptyState title="Nothing was done yet">
    Every act through this dashboard is written here before the request to the API and again once it answered.
  </EmptyState>
);

/** The audit log: who did what, when, to what, why and with what result, newest first. */
export function AuditView() {
  const screen = useUrlQuery(auditSearchParams);
  const { set } = screen;
  const { limit = 50, offset = 0, open, live: turned, ...filters } = screen.value;
  const live = turned !== "off" && offset === 0;
  const refusal = useRoleReason("operator");
  const query = useQuery({
    ...auditQueries.list({ ...filters, limit, offset }),
    enabled: refusal === undefined,
    refetchInterval: live ? paces.refresh.figuresMs : false,
  });
  const active = activeFilters(filters);
  const { page, newRows } = useFrozenPage(
    query.isPlaceholderData ? undefined : query.data,
    JSON.stringify([filters, limit, offset]),
    Object.keys(active).length > 0,
  );
  const shown = page ?? query.data;
  const list = useListScreen({
    screen,
    query: {
      ...query,
      data: shown && { ...shown, observedAtMs: query.data?.observedAtMs ?? shown.observedAtMs },
    },
    rowKey,
    filters: active,
    resetByPaging: { open: undefined },
  });
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
    <ListPage
      title="Audit"
      list={list}
      source="From the dashboard's audit."
      actions={
        <LiveButton
          live={live}
          disabledReason={offset === 0 ? undefined : "Only the first page is live."}
          onChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
        />
      }
    >
      <AuditFilterBar
        filters={filters}
        shown={shown?.items ?? []}
        onChange={(change) => set({ ...change, offset: undefined, open: undefined })}
      />
      <DataTable
        caption="Operator actions"
        columns={auditColumns}
        {...list.table}
        active={{
          key: open === undefined ? undefined : String(open),
          onChange: (key) =>
            set(
              { open: key === undefined ? undefined : Number(key) },
              open === undefined ? "push" : "replace",
            ),
        }}
        onFilter={(cell) => {
          const change = filterOf(cell);
          if (change !== undefined) set({ ...change, offset: undefined });
        }}
        newRows={newRows}
        empty={empty}
      />
      {opened === undefined ? null : (
        <AuditSheet key={opened.seq} entry={opened} onClose={() => set({ open: undefined }, "replace")} />
      )}
    </ListPage>
  );
}
