"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InventoryItem, InventoryKind } from "@/lib/bff/inventory";
import { inventoryQueries } from "@/lib/queries/inventory";

const refreshMs = 5_000;

/** What is remembered of one kind, kept up to date while it is looked at. */
export const useRemembered = (kind: InventoryKind) =>
  useQuery({ ...inventoryQueries.kind(kind), refetchInterval: refreshMs });

/** The pinned ones by id. */
export function usePins(kind: InventoryKind): ReadonlyMap<string, InventoryItem> {
  const items = useRemembered(kind).data?.items;
  return useMemo(
    () => new Map((items ?? []).filter((item) => item.pinned_by !== null).map((item) => [item.id, item])),
    [items],
  );
}
