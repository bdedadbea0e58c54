"use client";

import type { TableRead } from "@/components/data-table/data-table";
import type { UnreadableItem } from "@/components/data-table/interleave";
import { urlPaging } from "@/components/data-table/table-paging";
import { useSelectedItems } from "@/components/data-table/use-selected-items";
import { isAbsent } from "@/lib/queries/bff";
import type { UrlQuery } from "./use-url-query.ts";

/** The part of the URL that all lists share. */
interface ListPlace {
  limit?: number | undefined;
  offset?: number | undefined;
  query?: string | undefined;
}

/** How a page of the list was read. The result of a list query fits. */
interface ListRead<Item> extends Required<TableRead> {
  readonly data:
    | (NonNullable<TableRead["data"]> & {
        readonly items: readonly Item[];
        readonly bad: readonly UnreadableItem[];
        readonly paging: { readonly hasMore: boolean } | undefined;
      })
    | undefined;
}

export interface ListScreenOptions<Item> {
  readonly screen: Pick<UrlQuery<ListPlace>, "value" | "set" | "ignored">;
  readonly query: ListRead<Item>;
  /** Must be a constant at module scope. */
  readonly rowKey: (item: Item) => string;
  /** Active filters as text, by their URL parameters. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
  /** The items shown, if not those of the query: its page in another order, or frozen. */
  readonly items?: readonly Item[] | undefined;
  /** URL parameters that another page resets. */
  readonly resetByPaging?: Readonly<Record<string, undefined>>;
  /** The selection is reset when this changes; by default never. */
  readonly selectionScope?: string;
}

/** Position and completeness of the page that a list's URL and query give. */
export function listPageOf({
  screen,
  query: { data, isPlaceholderData: awaited },
  filters = {},
}: Pick<ListScreenOptions<unknown>, "screen" | "query" | "filters">) {
  const { limit = 50, offset = 0, query: searchText } = screen.value;
  const hasMore = data?.paging?.hasMore ?? false;
  /** Whether this is all that matches the filters. */
  const complete = !awaited && offset === 0 && !hasMore;
  const filterNames = Object.values(filters).flatMap((text) => (text ? [text] : []));
  return { limit, offset, searchText, hasMore, awaited, complete, filterNames };
}

/**
 * A screen with one list: its URL (filters, page), the query for a page of it and the selection meet here.
 * `table` are the props of its `DataTable`; the whole result goes to `ListPage`.
 */
export function useListScreen<Item>(options: ListScreenOptions<Item>) {
  const { screen, query, rowKey, filters = {}, resetByPaging, selectionScope = "" } = options;
  const items = "items" in options ? options.items : query.data?.items;
  const page = listPageOf(options);
  // Items of the previous filters cannot be selected under the new ones.
  const { selection, ...chosen } = useSelectedItems(page.awaited ? undefined : items, rowKey, selectionScope);
  const none = Object.fromEntries(Object.keys(filters).map((key) => [key, undefined]));
  return {
    ...page,
    ...chosen,
    selection,
    items,
    screen,
    query,
    /** The API has no such list. */
    absent: isAbsent(query.error),
    table: {
      rows: items,
      rowKey,
      read: query,
      filters: {
        names: page.filterNames,
        onClear: () => screen.set({ ...none, offset: undefined }),
      },
      paging: urlPaging(page, screen.set, resetByPaging),
    },
  };
}

/** The state of a list screen, whatever its items. */
export type ListScreen = Pick<
  ReturnType<typeof useListScreen<unknown>>,
  "screen" | "query" | "awaited" | "searchText"
>;
