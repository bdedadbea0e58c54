"use client";

import { useMemo, useState } from "react";
import type { TableSelection } from "./selection.ts";

const nothing = new Map<string, never>();

export interface SelectedItems<Item> {
  /** The props of the table. */
  readonly selection: Pick<TableSelection, "selected" | "onChange">;
  /** As last read, in the order of their selection. */
  readonly selected: readonly Item[];
  /** Changes with every change of the selection, and with nothing else. */
  readonly identity: object;
  /** Selects exactly these and returns the new identity. */
  readonly select: (items: readonly Item[]) => object;
}

/**
 * Selected items by key, each as last read: they stay selected on other pages and while new rows arrive. Only
 * one of `items` can be added: undefined while these are loading. Another `scope` resets the selection.
 */
export function useSelectedItems<Item>(
  items: readonly Item[] | undefined,
  keyOf: (item: Item) => string,
  scope: string,
): SelectedItems<Item> {
  const [stored, setStored] = useState<{ scope: string; byKey: ReadonlyMap<string, Item> }>();
  const byKey: ReadonlyMap<string, Item> = stored?.scope === scope ? stored.byKey : nothing;
  return useMemo(() => {
    const shown = new Map(items?.map((item) => [keyOf(item), item]));
    const select = (chosen: readonly Item[]) => {
      const next = new Map(chosen.map((item) => [keyOf(item), item]));
      setStored({ scope, byKey: next });
      return next;
    };
    return {
      selection: {
        selected: new Set(byKey.keys()),
        onChange: (keys) =>
          select(
            [...keys].flatMap((key) => {
              const item = shown.get(key) ?? byKey.get(key);
              return item === undefined ? [] : [item];
            }),
          ),
      },
      selected: [...byKey].map(([key, item]) => shown.get(key) ?? item),
      identity: byKey,
      select,
    };
  }, [items, keyOf, scope, byKey]);
}
