"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { badRowsOf } from "@/components/data-table/bad-rows";
import { DataTable } from "@/components/data-table/data-table";
import { listPaging } from "@/components/data-table/list-paging";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { TruthLine } from "@/components/ui/truth-line";
import { proxyFilters } from "@/lib/contract/proxies";
import { isAbsent } from "@/lib/queries/bff";
import { proxyQueries } from "@/lib/queries/proxies";
import { ProxyById } from "./proxy-by-id.tsx";
import { proxyColumns } from "./proxy-columns.tsx";
import { ProxySheet } from "./proxy-sheet.tsx";

const screen = z.extend(proxyFilters, {
  open: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
});
const refreshMs = 2_000;
const empty = (
  <EmptyState title="No proxy yet">
    A proxy is an address that browsers go out through. Proxies made through the API appear here, and can be
    checked from here.
  </EmptyState>
);

/** Every proxy with its present health, and a real check of each. */
export function ProxiesView() {
  const { value, ignored, set } = useUrlQuery(screen);
  const { open, limit = 50, offset = 0, query: sought, name } = value;
  const query = useQuery({
    ...proxyQueries.list({ limit, offset, query: sought, name }),
    refetchInterval: ({ state }) => (isAbsent(state.error) ? false : refreshMs),
  });
  const { data, error } = query;
  const absent = isAbsent(error);
  const filters = [
    ...(sought === undefined ? [] : [`search “${sought}”`]),
    ...(name === undefined ? [] : [`name ${name}`]),
  ];

  const whole = filters.length === 0 && offset === 0 && data?.paging?.hasMore !== true;

  return (
    <Page>
      <PageHeader
        title="Proxies"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={data?.observedAtMs}
            source="status as of each proxy's last check"
            completeness={data === undefined || !whole ? undefined : "all proxies"}
            stale={data?.stale}
          />
        }
        actions={
          absent ? null : (
            <SearchBox
              label="Search proxies"
              placeholder="Name or id"
              value={sought ?? ""}
              onCommit={(next) =>
                set({ query: next === "" ? undefined : next, offset: undefined }, "replace")
              }
            />
          )
        }
      />
      <IgnoredNotice ignored={ignored} />
      {absent ? (
        <ProxyById />
      ) : (
        <DataTable
          caption="Proxies"
          columns={proxyColumns}
          rows={data?.items}
          rowKey={(proxy) => proxy.id}
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
      <ProxySheet
        id={open}
        listed={data?.items.find((proxy) => proxy.id === open)}
        onClose={() => set({ open: undefined })}
      />
    </Page>
  );
}
