"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { badRowsOf } from "@/components/data-table/bad-rows";
import { DataTable } from "@/components/data-table/data-table";
import { listPaging } from "@/components/data-table/list-paging";
import { StaleSince } from "@/components/data-table/table-states";
import { Remembered } from "@/components/inventory/remembered";
import { usePinnedList } from "@/components/inventory/use-pinned-list";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { TruthLine } from "@/components/ui/truth-line";
import { type Browser, browserListStatus } from "@/lib/contract/browsers";
import { pageQuery } from "@/lib/contract/paging";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { isAbsent } from "@/lib/queries/bff";
import { browserQueries } from "@/lib/queries/browsers";
import { browserColumns, sessionState } from "./browser-columns.tsx";

const screen = z.object({
  status: z.optional(browserListStatus),
  query: z.optional(z.string().check(z.maxLength(255))),
  ...pageQuery,
});
const statusOptions = [
  { value: "active", label: "Active" },
  { value: "deleted", label: "Ended" },
  { value: "all", label: "All" },
] as const;
const fitting = {
  active: (browser: Browser) => sessionState(browser) === "active",
  deleted: (browser: Browser) => sessionState(browser) === "ended",
  all: undefined,
} as const satisfies Record<z.output<typeof browserListStatus>, unknown>;
const idOf = ({ session_id: id }: Browser) => id;

/** The sessions the API lists, newest first. Browsers waiting in a pool are the pool's, not in this list. */
export function BrowsersView() {
  const router = useRouter();
  const { value, set } = useUrlQuery(screen);
  const { status = "active", limit = 50, offset = 0, query: sought } = value;
  const query = useQuery({
    ...browserQueries.list({ status, limit, offset, query: sought }),
    refetchInterval: offset === 0 ? paces.refresh.listMs : false,
  });
  const { data, error, isPlaceholderData: awaited } = query;
  const absent = isAbsent(error);
  const hasMore = data?.paging?.hasMore ?? false;
  const { things: rows, listed } = usePinnedList({
    kind: "session",
    items: data?.items,
    idOf,
    sought: offset === 0 ? sought : undefined,
    awaited,
    whole: sought === undefined && offset === 0 && !hasMore && status !== "deleted",
    detail: browserQueries.detail,
    fits: fitting[status],
  });
  const filters = [
    ...(status === "active" ? [] : [`state ${status}`]),
    ...(sought === undefined ? [] : [`search “${sought}”`]),
  ];

  return (
    <Page>
      <PageHeader
        title="Browsers"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={awaited ? undefined : data?.observedAtMs}
            source="sessions as the API lists them; browsers idle in a pool are counted there"
            stale={data?.stale}
          />
        }
        actions={
          <>
            <SearchBox
              label="Search sessions"
              placeholder="Id or label"
              value={sought ?? ""}
              onCommit={(next) =>
                set({ query: next === "" ? undefined : next, offset: undefined }, "replace")
              }
            />
            <Select
              label="State"
              className="!w-32"
              value={status}
              onValueChange={(next) =>
                set({ status: next === "active" ? undefined : next, offset: undefined })
              }
              options={statusOptions}
            />
          </>
        }
      />
      {absent ? (
        <EmptyState title="This API does not list browser sessions">
          Open one by its id: paste it into the search field above (Ctrl+K), or follow a link from an
          invocation.
        </EmptyState>
      ) : (
        <DataTable
          caption="Browser sessions"
          columns={browserColumns}
          rows={rows}
          awaited={awaited}
          rowKey={idOf}
          badRows={badRowsOf(data?.bad)}
          onActiveKeyChange={(key) => (key === undefined ? undefined : router.push(paths.browser(key)))}
          onOpen={(key) => router.push(paths.browser(key))}
          filters={filters}
          onClearFilters={() => set({ status: undefined, query: undefined, offset: undefined })}
          empty={
            <EmptyState title="No session is live">
              A session appears here as soon as someone creates one or takes one from a pool. Ended ones are
              kept under “Ended”.
            </EmptyState>
          }
          error={error ?? undefined}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSinceMs={data?.stale === undefined ? undefined : data.observedAtMs}
          paging={listPaging({ offset, limit, hasMore }, set)}
        />
      )}
      <Remembered kind="session" listed={absent ? undefined : listed} sought={sought} />
    </Page>
  );
}
