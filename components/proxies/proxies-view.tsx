"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { RecordedResources } from "@/components/inventory/recorded-resources";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { proxyQueries } from "@/lib/queries/proxies";
import { useCheckAll } from "./check-act.ts";
import { CheckManyBanner } from "./check-many.tsx";
import { ProxyCheckButton } from "./proxy-check-button.tsx";
import { proxyColumns } from "./proxy-columns.tsx";
import { proxySearchParams } from "./proxy-search-params.ts";
import { ProxySheet } from "./proxy-sheet.tsx";
import { ProxyTools } from "./proxy-tools.tsx";
import { useProxyRows } from "./use-proxy-rows.ts";

const idOf = ({ id }: FleetProxy) => id;
const empty = (
  <EmptyState title="No proxy yet">
    A proxy is an address that browsers go out through. Create one with the button above.
  </EmptyState>
);

/** Every proxy with its present health, and a check action for each. */
export function ProxiesView() {
  const screen = useUrlQuery(proxySearchParams);
  const { set } = screen;
  const { open, limit = 50, offset = 0, query: searchText, name, past = "24h", sort } = screen.value;
  const fits = useMemo(
    () => (name === undefined ? undefined : (proxy: FleetProxy) => proxy.name === name),
    [name],
  );
  const list = useResourceList({
    screen,
    query: useQuery({
      ...proxyQueries.list({ limit, offset, query: searchText, name }),
      refetchInterval: ({ state }) => (isAbsent(state.error) ? false : paces.refresh.listMs),
    }),
    kind: "proxy",
    rowKey: idOf,
    detail: proxyQueries.detail,
    filters: { query: searchText && `search “${searchText}”`, name: name && `name ${name}` },
    fits,
  });
  const { items: proxies, absent } = list;
  const { rows, failed, bound } = useProxyRows(proxies, past, sort);
  const all = useCheckAll({ query: searchText, name });
  const parts = [list.whole ? undefined : sort && "Sorted within this page", bound].filter(Boolean);

  return (
    <ListPage
      title="Proxies"
      list={list}
      source="Status as of each proxy's last check."
      partial={list.query.data === undefined ? undefined : parts.join(" · ") || undefined}
      actions={absent ? null : <ProxyTools screen={screen} list={list} all={all} />}
    >
      <CheckManyBanner />
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
          {...list.table}
          rows={rows}
          rowKey={({ proxy }) => proxy.id}
          selection={list.selection}
          active={{
            key: open,
            onChange: (key) => set({ open: key }, open === undefined ? "push" : "replace"),
          }}
          empty={empty}
          skeletonRows={4}
        />
      )}
      <RecordedResources {...list.known} />
      <ProxySheet
        id={open}
        range={past}
        listed={proxies?.find((proxy) => proxy.id === open)}
        onClose={() => set({ open: undefined })}
      />
    </ListPage>
  );
}

/** Replaces the table where the API cannot list: a check needs only an id. */
function ProxyById() {
  const [text, setText] = useState("");
  const [id, setId] = useState<string>();
  return (
    <EmptyState
      title="This API does not list proxies"
      action={
        <form
          className="flex w-full max-w-md items-end gap-2 text-left"
          onSubmit={(event) => {
            event.preventDefault();
            setId(text.trim() === "" ? undefined : text.trim());
          }}
        >
          <Field label="Proxy id" className="flex-1">
            <Input mono value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          {id === undefined || id !== text.trim() ? (
            <Button type="submit">Choose</Button>
          ) : (
            <ProxyCheckButton id={id} name={id} size="md" />
          )}
        </form>
      }
    >
      It can still check one by its id.
    </EmptyState>
  );
}
