"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { DataTable } from "@/components/data-table/data-table";
import { ListPage } from "@/components/layout/list-page";
import { LiveButton } from "@/components/layout/live-button";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useListScreen } from "@/components/layout/use-list-screen";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { useTimeZone } from "@/components/ui/time-zone";
import { useClockText } from "@/components/ui/use-now";
import type { AuditedAct } from "@/lib/bff/audit";
import { auditQueries, paceOfActs } from "@/lib/queries/audit";
import { auditColumns } from "./audit-columns.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { auditViewTexts } from "./audit-messages.ts";
import { activeFilters, auditSearchParams, filterOf, whyNotLive } from "./audit-search-params.ts";
import { ExportActsMenu } from "./export-acts-menu.tsx";
import { useFrozenPage } from "./use-frozen-page.ts";

// Appears only on demand.
const ActSheet = dynamic(
  loadPart(() => import("./act-sheet.tsx").then((module) => module.ActSheet)),
  { ssr: false },
);

const rowKey = ({ seq }: AuditedAct) => String(seq);
const empty = <EmptyState title={auditViewTexts.noActsYet}>{auditViewTexts.actsAppearHere}</EmptyState>;

/** The audit: who did what to what, when, why and with what outcome, newest first. */
export function AuditView() {
  const screen = useUrlQuery(auditSearchParams, { isAlone: true });
  const { set } = screen;
  const { limit = 50, offset = 0, open, live: turned, ...filters } = screen.value;
  const { zone } = useTimeZone();
  const notLiveAt = (nowMs: number) => whyNotLive(screen.value, nowMs) ?? "";
  const notLive = useClockText(notLiveAt, notLiveAt(Number.POSITIVE_INFINITY));
  const live = turned !== "off" && notLive === "";
  const refusal = useRoleReason("operator");
  const query = useQuery({
    ...auditQueries.acts({ ...filters, limit, offset, fold: true }),
    enabled: refusal === undefined,
    refetchInterval: live ? ({ state }) => paceOfActs(state.data) : false,
  });
  const active = activeFilters(filters, zone);
  const { page, newRows } = useFrozenPage(
    query.isPlaceholderData ? undefined : query.data,
    JSON.stringify([filters, limit, offset]),
  );
  const shown = page ?? query.data;
  const opened = shown?.items.find(({ phases }) => phases.some(({ seq }) => seq === open));
  // The act of a link may be on a later page, as others came since, or its page has not loaded yet.
  const isMissing = open !== undefined && opened === undefined;
  const list = useListScreen({
    screen,
    query: {
      ...query,
      data: shown && { ...shown, observedAtMs: query.data?.observedAtMs ?? shown.observedAtMs },
    },
    rowKey,
    filters: active,
    resetByPaging: isMissing ? {} : { open: undefined },
  });
  if (refusal !== undefined) {
    return (
      <Page>
        <PageHeader title={auditViewTexts.audit} />
        <EmptyState title={auditViewTexts.notForYourRole}>{refusal}</EmptyState>
      </Page>
    );
  }
  return (
    <ListPage
      title={auditViewTexts.audit}
      list={list}
      source={auditViewTexts.fromTheDashboardsAudit}
      actions={
        <>
          <LiveButton
            live={live}
            disabledReason={notLive || undefined}
            onChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
          />
          <ExportActsMenu filters={filters} />
        </>
      }
    >
      <AuditFilterBar
        filters={filters}
        shown={shown?.items ?? []}
        onChange={(change, history) => set({ ...change, offset: undefined, open: undefined }, history)}
      />
      {isMissing && shown !== undefined && !query.isPlaceholderData ? (
        <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
          {auditViewTexts.linkedActNotOnPage}
        </p>
      ) : null}
      <DataTable
        caption={auditViewTexts.acts}
        columns={auditColumns}
        {...list.table}
        active={{
          key: open === undefined ? undefined : String(opened?.seq ?? open),
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
        <ActSheet key={opened.seq} act={opened} onClose={() => set({ open: undefined }, "replace")} />
      )}
    </ListPage>
  );
}
