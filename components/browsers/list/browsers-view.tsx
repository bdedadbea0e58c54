"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { DataTable } from "@/components/data-table/data-table";
import { RecordedResources } from "@/components/inventory/recorded-resources";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { ListSearch } from "@/components/layout/list-search";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { useLatched } from "@/components/ui/use-latched";
import { type Browser, browserListStatus } from "@/lib/contract/browsers";
import { pageQuery } from "@/lib/contract/paging";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { browserQueries } from "@/lib/queries/browsers";
import { browserColumns, sessionState } from "./browser-columns.tsx";
import { CreateBrowserButton } from "./create-browser-button.tsx";

// Loads with the first selection.
const SelectedBrowsersBar = dynamic(
  () => import("./selected-browsers-bar.tsx").then((module) => module.SelectedBrowsersBar),
  { ssr: false },
);

const browserScreen = z.object({
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

/** The sessions the API lists, newest first. It does not list idle browsers of a pool. */
export function BrowsersView() {
  const router = useRouter();
  const screen = useUrlQuery(browserScreen);
  const { status = "active", limit = 50, offset = 0, query: searchText } = screen.value;
  const list = useResourceList({
    screen,
    query: useQuery({
      ...browserQueries.list({ status, limit, offset, query: searchText }),
      refetchInterval: offset === 0 ? paces.refresh.listMs : false,
    }),
    kind: "session",
    rowKey: idOf,
    detail: browserQueries.detail,
    filters: {
      status: status === "active" ? undefined : `state ${status}`,
      query: searchText && `search “${searchText}”`,
    },
    fits: fitting[status],
    isNarrowed: searchText !== undefined || status === "deleted",
  });
  // Its dialog outlives the selection.
  const hasSelected = useLatched(list.selected.length > 0);
  const open = (id: string) => router.push(paths.browser(id));

  return (
    <ListPage
      title="Browsers"
      list={list}
      source="From the API's list of browsers. Those idle in a pool are counted on the Pools page."
      actions={
        <>
          <ListSearch list={list} label="Search sessions" placeholder="Id or label" />
          <Select
            label="State"
            className="!w-32"
            value={status}
            onValueChange={(next) =>
              screen.set({ status: next === "active" ? undefined : next, offset: undefined })
            }
            options={statusOptions}
          />
          <CreateBrowserButton />
        </>
      }
    >
      {list.absent ? (
        <EmptyState title="This API does not list browser sessions">
          Open one by its id: paste it into the search field above (Ctrl+K), or follow a link from an
          invocation.
        </EmptyState>
      ) : (
        <DataTable
          caption="Browser sessions"
          columns={browserColumns}
          {...list.table}
          active={{ onChange: (id) => id !== undefined && open(id), onOpen: open }}
          selection={list.selection}
          empty={
            <EmptyState title="No session is live">
              Start one with the button above, or take one from a pool. Ended ones are kept under “Ended”.
            </EmptyState>
          }
        />
      )}
      {hasSelected ? <SelectedBrowsersBar selected={list.selected} onClear={() => list.select([])} /> : null}
      <RecordedResources {...list.known} />
    </ListPage>
  );
}
