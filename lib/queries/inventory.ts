import { mutationOptions } from "@tanstack/react-query";
import type { InventoryKind } from "../bff/inventory.ts";
import { inventoryOperations } from "../bff/operations/inventory.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
import { listQuery } from "./operation-query.ts";

const all = ["inventory"] as const;

export const inventoryQueries = {
  /** Inventory entries of one kind. */
  kind: (kind: InventoryKind) => listQuery(all, inventoryOperations.listInventory, { query: { kind } }),
  /** The entry of one session, among those whose ids contain this one. */
  session: (id: string) =>
    listQuery(all, inventoryOperations.listInventory, { query: { kind: "session", query: id } }),
  /** All pinned entries, shared by everything that displays labels. */
  pinned: () => ({
    ...listQuery(all, inventoryOperations.listInventory, { query: { pinned: true } }),
    staleTime: paces.stale.briefMs,
  }),
  /** What a typed or pasted text names. */
  found: (text: string) => ({
    ...listQuery(all, inventoryOperations.findResources, { query: { text } }),
    staleTime: paces.stale.briefMs,
  }),
} as const;

export const inventoryMutations = {
  pin: () =>
    mutationOptions({
      mutationFn: ({ kind, id, label }: { kind: InventoryKind; id: string; label: string }) =>
        bff.act(inventoryOperations.pinInventory, { params: { kind, id_or_name: id }, body: { label } }),
      meta: { invalidates: all },
    }),
  unpin: () =>
    mutationOptions({
      mutationFn: ({ kind, id }: { kind: InventoryKind; id: string }) =>
        bff.act(inventoryOperations.unpinInventory, { params: { kind, id_or_name: id } }),
      meta: { invalidates: all },
    }),
} as const;
