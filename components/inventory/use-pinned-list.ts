"use client";

import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InventoryKind } from "@/lib/bff/inventory";
import { paces } from "@/lib/paces";
import { BffError, type One } from "@/lib/queries/bff";
import { foundFirst, type Listed, pinnedFirst, soughtByLabel } from "./beside.ts";
import { usePins } from "./use-pins.ts";

/** Each costs a request. */
const mostAsked = 20;

interface Asked {
  state: { error: Error | null };
}

/** Whether the API has no such thing, or cannot be asked for one. */
const isGone = (error: Error | null) => error instanceof BffError && [404, 501].includes(error.status);

/** What was found and is there; of what is gone the last answer is kept beside the failure. */
const dataOf = <Thing>(results: readonly { data: One<Thing> | undefined; error: Error | null }[]) =>
  results.flatMap(({ data, error }) => (data === undefined || isGone(error) ? [] : [data.data]));

/**
 * `things`: a page of the API's list with the pinned ones first, and with those that a search is for by the label
 * operators gave them: the API knows nothing of labels, so each of these is asked for by its id. Undefined while the
 * list is awaited. `listed`: what of what is remembered need not be told beside them.
 */
export function usePinnedList<Thing, Key extends QueryKey>({
  kind,
  items,
  idOf,
  nameOf,
  sought,
  awaited,
  whole,
  detail,
  fits,
}: {
  kind: InventoryKind;
  /** What the list answered; undefined while it is awaited. */
  items: readonly Thing[] | undefined;
  /** At module scope. */
  idOf: (thing: Thing) => string;
  /** At module scope; for a kind that is referred to by name. */
  nameOf?: ((thing: Thing) => string | null | undefined) | undefined;
  /** The list's search; undefined also behind the first page, which shows what labels find. */
  sought: string | undefined;
  /** Whether the items answer an earlier question: then nothing is looked for, and nothing is known to be missing. */
  awaited: boolean;
  /** Whether the page holds the whole list. */
  whole: boolean;
  detail: (id: string) => UseQueryOptions<One<Thing>, Error, One<Thing>, Key>;
  /** Whether what a label found is let through by the list's other filters; the same while they are. Absent: it has none. */
  fits?: ((thing: Thing) => boolean) | undefined;
}): { things: readonly Thing[] | undefined; listed: Listed } {
  const pins = usePins(kind);
  const ids =
    items === undefined || awaited
      ? []
      : soughtByLabel(sought, pins.values(), new Set(items.map(idOf))).slice(0, mostAsked);
  const found = useQueries({
    queries: ids.map((id) => ({
      ...detail(id),
      // What is gone stays so: a label outlives its thing.
      refetchInterval: ({ state: { error } }: Asked) => (isGone(error) ? false : paces.refresh.figuresMs),
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
  const listed = useMemo(
    () => ({
      ids: things && !awaited ? new Set(things.map(idOf)) : undefined,
      names: nameOf && new Set(things?.flatMap((thing) => nameOf(thing) || [])),
      whole: whole && !awaited,
    }),
    [things, awaited, idOf, nameOf, whole],
  );
  return { things, listed };
}
