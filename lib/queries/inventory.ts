import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { InventoryKind } from "../bff/inventory.ts";
import { inventoryOperations } from "../bff/operations/inventory.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["inventory"] as const;

export const inventoryQueries = {
  all: () => all,
  /** Inventory entries of one kind. */
  kind: (kind: InventoryKind) =>
    queryOptions({
      queryKey: [...all, "kind", kind] as const,
      queryFn: ({ signal }) => bff.list(inventoryOperations.listInventory, { query: { kind } }, { signal }),
    }),
  /** All pinned entries, shared by everything that displays labels. */
  pinned: () =>
    queryOptions({
      queryKey: [...all, "pinned"] as const,
      queryFn: ({ signal }) =>
        bff.list(inventoryOperations.listInventory, { query: { pinned: true } }, { signal }),
      staleTime: paces.stale.briefMs,
    }),
  /** Inventory entries that match part of an id, name or label. */
  search: (query: string) =>
    queryOptions({
      queryKey: [...all, "search", query] as const,
      queryFn: ({ signal }) =>
        bff.list(inventoryOperations.listInventory, { query: { query, limit: 20 } }, { signal }),
      staleTime: paces.stale.sessionMs,
    }),
} as const;

export const inventoryMutations = {
  pin: () =>
    mutationOptions({
      mutationKey: [...all, "pin"],
      mutationFn: ({ kind, id, label }: { kind: InventoryKind; id: string; label: string }) =>
        bff.act(inventoryOperations.pinInventory, { params: { kind, id_or_name: id }, body: { label } }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  unpin: () =>
    mutationOptions({
      mutationKey: [...all, "unpin"],
      mutationFn: ({ kind, id }: { kind: InventoryKind; id: string }) =>
        bff.act(inventoryOperations.unpinInventory, { params: { kind, id_or_name: id } }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
} as const;
