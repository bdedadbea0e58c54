"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useRecordedResources } from "@/components/inventory/use-pins";
import type { FallibleQuery } from "@/components/layout/query-error";
import type { InventoryItem } from "@/lib/bff/inventory";
import { type ListedSessionOrigin, mostOrigins } from "@/lib/bff/session-origin";
import type { Browser } from "@/lib/contract/browsers";
import { paces } from "@/lib/paces";
import type { Page } from "@/lib/queries/bff";
import { sessionOriginsQuery } from "@/lib/queries/session-origin";
import { type BrowserRow, browserRowOf } from "./browser-rows.ts";

type PartResult = FallibleQuery & { data: Page<ListedSessionOrigin> | undefined };

const joined = (results: readonly PartResult[]) => ({
  pages: results.flatMap(({ data }) => data ?? []),
  isRead: results.every(({ data }) => data !== undefined),
  failed: results.find(({ data, error }) => data === undefined && error !== null),
});

const byId = (items: readonly InventoryItem[] = []) => new Map(items.map((item) => [item.id, item]));

/**
 * The browsers with what is recorded of them, polled. `isRead`: what is recorded of all has been read; `failed`: the first
 * read of it that could not be.
 */
export function useBrowserRows(browsers: readonly Browser[] | undefined): {
  rows: readonly BrowserRow[] | undefined;
  isRead: boolean;
  failed: FallibleQuery | undefined;
} {
  const ids = (browsers ?? []).map((browser) => browser.session_id);
  const parts = Array.from({ length: Math.ceil(ids.length / mostOrigins) }, (_, at) =>
    ids.slice(at * mostOrigins, (at + 1) * mostOrigins),
  );
  const { pages, isRead, failed } = useQueries({
    queries: parts.map((part) => ({
      ...sessionOriginsQuery(part),
      refetchInterval: paces.refresh.figuresMs,
    })),
    combine: joined,
  });
  const pools = useRecordedResources("pool").data?.items;
  const proxies = useRecordedResources("proxy").data?.items;
  const rows = useMemo(() => {
    const originOf = new Map(
      pages.flatMap(({ items }) => items).map((origin) => [origin.session_id, origin]),
    );
    const uses = { pools: byId(pools), proxies: byId(proxies) };
    return browsers?.map((browser) => browserRowOf(browser, originOf.get(browser.session_id), uses));
  }, [browsers, pages, pools, proxies]);
  return { rows, isRead, failed };
}
