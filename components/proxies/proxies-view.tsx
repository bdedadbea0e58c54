"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import * as z from "zod/mini";
import { badRowsOf } from "@/components/data-table/bad-rows";
import { DataTable } from "@/components/data-table/data-table";
import { listPaging } from "@/components/data-table/list-paging";
import { StaleSince } from "@/components/data-table/table-states";
import { Remembered } from "@/components/inventory/remembered";
import { usePinnedList } from "@/components/inventory/use-pinned-list";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { TruthLine } from "@/components/ui/truth-line";
import { type Proxy as FleetProxy, proxyFilters } from "@/lib/contract/proxies";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { proxyQueries } from "@/lib/queries/proxies";
import { CheckManyButton, CheckManyStrip } from "./check-many.tsx";
import { ProxyById } from "./proxy-by-id.tsx";
import { proxyColumns } from "./proxy-columns.tsx";
import { type ProxyOrder, proxyOrder } from "./proxy-order.ts";
import { historyRange, rangeChoices } from "./proxy-range.ts";
import { ProxySheet } from "./proxy-sheet.tsx";
import { useCheckAll } from "./use-check-all.ts";
import { useProxyRows } from "./use-proxy-rows.ts";

const ScheduleDialog = dynamic(
  () => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog),
  {
    ssr: false,
  },
);
const screen = z.extend(proxyFilters, {
  open: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  past: z.optional(historyRange),
  sort: z.optional(proxyOrder),
});
const orders = [
  { value: "listed", label: "As listed" },
  { value: "quality", label: "Best quality first" },
  { value: "uptime", label: "Least uptime first" },
  { value: "flap", label: "Most flapping first" },
  { value: "checked", label: "Newest check first" },
] as const satisfies readonly { value: ProxyOrder | "listed"; label: string }[];
const idOf = ({ id }: FleetProxy) => id;
const empty = (
  <EmptyState title="No proxy yet">
    A proxy is an address that browsers go out through. Proxies made through the API appear here, and can be
    checked from here.
  </EmptyState>
);

/** Every proxy with its present health, and a real check of each. */
export function ProxiesView() {
  const { value, ignored, set } = useUrlQuery(screen);
  const { open, limit = 50, offset = 0, query: sought, name, past = "24h", sort } = value;
  const [picked, setPicked] = useState<ReadonlyMap<string, FleetProxy>>(new Map());
  const [scheduling, setScheduling] = useState(false);
  const query = useQuery({
    ...proxyQueries.list({ limit, offset, query: sought, name }),
    refetchInterval: ({ state }) => (isAbsent(state.error) ? false : paces.refresh.listMs),
  });
  const { data, error, isPlaceholderData: awaited } = query;
  const absent = isAbsent(error);
  const filters = [
    ...(sought === undefined ? [] : [`search “${sought}”`]),
    ...(name === undefined ? [] : [`name ${name}`]),
  ];

  const fits = useMemo(
    () => (name === undefined ? undefined : (proxy: FleetProxy) => proxy.name === name),
    [name],
  );
  const pageHasAll = !awaited && offset === 0 && data?.paging?.hasMore !== true;
  const whole = filters.length === 0 && pageHasAll;
  const { things: proxies, listed } = usePinnedList({
    kind: "proxy",
    items: data?.items,
    idOf,
    sought: offset === 0 ? sought : undefined,
    awaited,
    whole,
    detail: proxyQueries.detail,
    fits,
  });
  const { rows, failed, bound } = useProxyRows(proxies, past, sort);
  const all = useCheckAll({ query: sought, name });
  // They stay selected on other pages and under other filters, where they are not shown.
  const selected = useMemo(() => new Set(picked.keys()), [picked]);
  const select = (ids: ReadonlySet<string>) => {
    const shown = new Map(proxies?.map((proxy) => [proxy.id, proxy]));
    const known = [...ids]
      .map((id) => shown.get(id) ?? picked.get(id))
      .filter((proxy) => proxy !== undefined);
    setPicked(new Map(known.map((proxy) => [proxy.id, proxy])));
  };

  return (
    <Page>
      <PageHeader
        title="Proxies"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={awaited ? undefined : data?.observedAtMs}
            source="status as of each proxy's last check"
            completeness={
              data === undefined
                ? undefined
                : [whole ? "all proxies" : sort && "sorted within this page", bound]
                    .filter((part) => part !== undefined)
                    .join(" · ") || undefined
            }
            stale={data?.stale}
          />
        }
        actions={
          absent ? null : (
            <>
              <SearchBox
                label="Search proxies"
                placeholder="Name, id or label"
                value={sought ?? ""}
                onCommit={(next) =>
                  set({ query: next === "" ? undefined : next, offset: undefined }, "replace")
                }
              />
              <Select
                label="Checks shown"
                className="!w-32"
                value={past}
                onValueChange={(next) => set({ past: next === "24h" ? undefined : next }, "replace")}
                options={rangeChoices}
              />
              <Select
                label="Order"
                className="!w-44"
                value={sort ?? "listed"}
                onValueChange={(next) => set({ sort: next === "listed" ? undefined : next }, "replace")}
                options={orders}
              />
              <Button onClick={() => setScheduling(true)}>
                <CalendarClock aria-hidden="true" />
                Schedule…
              </Button>
              <CheckManyButton
                proxies={proxies ?? []}
                selected={[...picked.values()]}
                all={pageHasAll ? undefined : all}
              />
            </>
          )
        }
      />
      <IgnoredNotice ignored={ignored} />
      <CheckManyStrip />
      {all.failed === null ? null : (
        <ErrorState
          shape="strip"
          error={all.failed}
          title="The list could not be read to its end: nothing was checked"
          onRetry={all.start}
          retrying={all.reading}
        />
      )}
      {failed === null || absent ? null : (
        <ErrorState shape="strip" error={failed} title="The recorded checks could not be read" />
      )}
      {absent ? (
        <ProxyById />
      ) : (
        <DataTable
          caption="Proxies"
          columns={proxyColumns}
          rows={rows}
          awaited={awaited}
          rowKey={({ proxy }) => proxy.id}
          selection={{ selected, onChange: select }}
          badRows={badRowsOf(data?.bad)}
          activeKey={open}
          onActiveKeyChange={(key) => set({ open: key }, open === undefined ? "push" : "replace")}
          filters={filters}
          onClearFilters={() => set({ query: undefined, name: undefined, offset: undefined })}
          empty={empty}
          error={error ?? undefined}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSinceMs={data?.stale === undefined ? undefined : data.observedAtMs}
          skeletonRows={4}
          paging={listPaging({ offset, limit, hasMore: data?.paging?.hasMore ?? false }, set)}
        />
      )}
      <Remembered kind="proxy" listed={absent ? undefined : listed} sought={sought} />
      {scheduling ? <ScheduleDialog open onOpenChange={setScheduling} /> : null}
      <ProxySheet
        id={open}
        range={past}
        listed={proxies?.find((proxy) => proxy.id === open)}
        onClose={() => set({ open: undefined })}
      />
    </Page>
  );
}
