"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InventoryItem, InventoryKind } from "@/lib/bff/inventory";
import { paces } from "@/lib/paces";
import { inventoryQueries } from "@/lib/queries/inventory";

/** What is remembered of one kind, kept up to date while it is looked at. */
export const useRemembered = (kind: InventoryKind) =>
  useQuery({ ...inventoryQueries.kind(kind), refetchInterval: paces.refresh.figuresMs });

/** The pinned ones of a kind by id, kept up to date while a list is looked at. */
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

/** Whether one thing is pinned, for a cell or a button: as fresh as the page's list keeps it. */
export const usePin = (kind: InventoryKind, id: string): InventoryItem | undefined =>
  useQuery(pinOf(kind, id)).data;

/** The same, asked again: for a form, which writes over what others gave meanwhile. */
export const useFreshPin = (kind: InventoryKind, id: string): InventoryItem | undefined =>
  useQuery({ ...pinOf(kind, id), refetchOnMount: "always" }).data;
