"use client";

import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ListScreenOptions, listPageOf, useListScreen } from "@/components/layout/use-list-screen";
import { paces } from "@/lib/paces";
import { BffError, type One } from "@/lib/queries/bff";
import type { PageKind } from "./recorded-resources.tsx";
import { foundFirst, idsMatchingLabel, pinnedFirst, soughtAmong } from "./unlisted-resources.ts";
import { usePins } from "./use-pins.ts";

/** Label matches to fetch, one request each. */
const maxRequests = 20;

interface QueryState {
  state: { error: Error | null };
}

/** Whether the resource does not exist, or the API has no operation to retrieve it. */
const isGone = (error: Error | null) => error instanceof BffError && [404, 501].includes(error.status);

/** The fetched resources that exist; a query that became a 404 still holds its previous data. */
const dataOf = <Thing>(results: readonly { data: One<Thing> | undefined; error: Error | null }[]) =>
  results.flatMap(({ data, error }) => (data === undefined || isGone(error) ? [] : [data.data]));

/**
 * A list screen for resources that operators pin and label. Its items are the list's, pinned ones first,
 * preceded by resources whose label matches the search: the API does not search labels, so each of these is
 * fetched by id. `known` are the props of the `RecordedResources` below the list.
 */
export function useResourceList<Thing, Key extends QueryKey>({
  kind,
  nameOf,
  detail,
  fits,
  isPagedHere = false,
  isNarrowed,
  ...options
}: Omit<ListScreenOptions<Thing>, "items"> & {
  kind: PageKind;
  /** Must be a constant at module scope; for a kind that is referred to by name. */
  nameOf?: (thing: Thing) => string | null | undefined;
  detail: (id: string) => UseQueryOptions<One<Thing>, Error, One<Thing>, Key>;
  /** The list's other filters, for label matches and an API that ignores them; must be memoized. Absent if there are none. */
  fits?: ((thing: Thing) => boolean) | undefined;
  /** Whether the caller takes pages from these items: each page needs all of them. */
  isPagedHere?: boolean;
  /** Whether the filters leave out any resource that may be listed; by default with any filter. */
  isNarrowed?: boolean;
}) {
  const { query, rowKey: idOf } = options;
  const { searchText, offset, awaited, complete, filterNames } = listPageOf(options);
  const whole = complete && !(isNarrowed ?? filterNames.length > 0);
  const read = query.data?.items;
  const items = useMemo(() => {
    // Those of the previous filters stay until the next ones are answered.
    if (read === undefined || awaited) return read;
    const sought = soughtAmong(read, searchText);
    return fits === undefined ? sought : sought.filter(fits);
  }, [read, awaited, searchText, fits]);
  const pins = usePins(kind);
  // Of the API's pages only the first shows label matches.
  const ids =
    items === undefined || awaited || (offset > 0 && !isPagedHere)
      ? []
      : idsMatchingLabel(searchText, pins.values(), new Set(items.map(idOf))).slice(0, maxRequests);
  const found = useQueries({
    queries: ids.map((id) => ({
      ...detail(id),
      // A 404 is final: the label outlives its resource.
      refetchInterval: ({ state: { error } }: QueryState) =>
        isGone(error) ? false : paces.refresh.figuresMs,
    })),
    combine: dataOf<Thing>,
  });
  const things = useMemo(
    () =>
      items === undefined
        ? undefined
        : pinnedFirst(foundFirst(fits === undefined ? found : found.filter(fits), items, idOf), pins, idOf),
    [items, found, fits, pins, idOf],
  );
  const list = useListScreen({ ...options, items: things });
  const listed = useMemo(
    () => ({
      ids: things && !awaited ? new Set(things.map(idOf)) : undefined,
      names: nameOf && new Set(things?.flatMap((thing) => nameOf(thing) || [])),
      whole,
    }),
    [things, awaited, idOf, nameOf, whole],
  );
  return { ...list, whole, known: { kind, listed: list.absent ? undefined : listed, searchText } };
}
