"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InventoryItem, InventoryKind } from "@/lib/bff/inventory";
import { sessionName } from "@/lib/format/session-name";
import { paces } from "@/lib/paces";
import { inventoryQueries } from "@/lib/queries/inventory";

/** The recorded resources of a kind, polled. */
export const useRecordedResources = (kind: InventoryKind) =>
  useQuery({ ...inventoryQueries.kind(kind), refetchInterval: paces.refresh.figuresMs });

/** The recorded name of a resource; undefined without one, or without `id`. */
export const useRecordedName = (kind: InventoryKind, id: string | undefined): string | undefined =>
  useQuery({
    ...inventoryQueries.kind(kind),
    enabled: id !== undefined,
    select: ({ items }) => items.find((item) => item.id === id)?.name || undefined,
  }).data;

/** How texts name browsers: by their recorded name, without one by the shortened id. */
export function useSessionNames(ids: readonly string[]): (id: string) => string {
  const names = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      ...inventoryQueries.session(id),
      staleTime: paces.stale.briefMs,
    })),
    combine: namesByIdOf,
  });
  return (id) => sessionName({ session_id: id, name: names.get(id) });
}

const namesByIdOf = (results: readonly { data: { items: readonly InventoryItem[] } | undefined }[]) =>
  new Map(results.flatMap(({ data }) => data?.items ?? []).map(({ id, name }) => [id, name]));

/** The pinned resources of a kind by id, polled. */
export function usePins(kind: InventoryKind): ReadonlyMap<string, InventoryItem> {
  const items = useQuery({ ...inventoryQueries.pinned(), refetchInterval: paces.refresh.figuresMs }).data
    ?.items;
  return useMemo(
    () => new Map((items ?? []).filter((item) => item.kind === kind).map((item) => [item.id, item])),
    [items, kind],
  );
}

const pinOf = (kind: InventoryKind, id: string) => ({
  ...inventoryQueries.pinned(),
  select: ({ items }: { items: readonly InventoryItem[] }) =>
    items.find((item) => item.kind === kind && item.id === id),
});

/** The pin of one resource, for a cell or a button; as fresh as the list on the page. */
export const usePin = (kind: InventoryKind, id: string): InventoryItem | undefined =>
  useQuery(pinOf(kind, id)).data;

/** The same, fetched again: for a form, which would overwrite a newer label. */
export const useFreshPin = (kind: InventoryKind, id: string): InventoryItem | undefined =>
  useQuery({ ...pinOf(kind, id), refetchOnMount: "always" }).data;
