"use client";

import { useState } from "react";
import { useListScreen } from "@/components/layout/use-list-screen";
import { useTimeZone } from "@/components/ui/time-zone";
import type { Invocation } from "@/lib/contract/invocations";
import { chipsOf } from "./filter-chips.ts";
import { whyNotLive } from "./invocation-search-params.ts";
import { type FreshPage, type RowsOnScreen, refresh, show } from "./pending-rows.ts";
import { useInvocationSearchParams } from "./use-invocation-search-params.ts";
import { useInvocations } from "./use-invocations.ts";
import { useMatchingSelection } from "./use-matching-selection.ts";

const rowKey = (row: Invocation) => row.id;

/** The page of invocations that the address selects: read live on the first page only, and held still. */
export function useInvocationList() {
  const { viewAwaited, openView, ...url } = useInvocationSearchParams();
  const { live, limit = 50, offset = 0 } = url.value;
  const notLive = whyNotLive(url.value);
  const isLive = live !== "off" && notLive === undefined;
  const read = useInvocations(url.value, { limit, offset, live: isLive, enabled: !viewAwaited });
  const { filters, filterText, record } = read;
  const { zone } = useTimeZone();
  const { rows, showNew } = useRowsOnScreen(read.fresh, JSON.stringify([filterText, limit, offset]), limit);
  const list = useListScreen({
    screen: url,
    query: read.query,
    items: rows?.shown ?? read.items,
    rowKey,
    filters: Object.fromEntries(
      chipsOf(url.value, zone).map(({ id, label, text }) => [id, `${label} ${text}`]),
    ),
    resetByPaging: { open: undefined },
    selectionScope: filterText,
  });
  const isPartOfMore = list.hasMore || offset > 0;
  return {
    url,
    openView,
    isLive,
    /** Why it cannot be live. */
    notLive,
    read,
    list,
    /** Whether more rows match than are on the page. */
    isPartOfMore,
    ...useMatchingSelection({ list, filters, filterText, isPartOfMore, record }),
    /** Rows on screen that the newest page no longer has. */
    unread: rows?.unread ?? 0,
    newRows: {
      count: offset === 0 && notLive === undefined ? (rows?.waiting ?? 0) : 0,
      mayBeMore: rows?.mayMoreWait ?? false,
      onShow: showNew,
    },
  };
}

/** Rows on screen of a polled page. `fresh` must keep its identity between reads; a new `screenKey`
 *  (filters and page) starts with all rows. */
function useRowsOnScreen(
  fresh: FreshPage | undefined,
  screenKey: string,
  limit: number,
): { rows: RowsOnScreen | undefined; showNew: () => void } {
  const [state, setState] = useState<{ key: string; from: readonly Invocation[]; rows: RowsOnScreen }>();
  const same = state?.key === screenKey ? state : undefined;
  if (fresh !== undefined && fresh.items !== same?.from) {
    const rows = same === undefined ? show(fresh) : refresh(fresh, same.rows, limit);
    setState({ key: screenKey, from: fresh.items, rows });
  }
  return {
    rows: same?.rows,
    showNew: () => {
      if (fresh !== undefined) setState({ key: screenKey, from: fresh.items, rows: show(fresh) });
    },
  };
}
