"use client";

import { useMemo, useRef } from "react";
import {
  extended,
  pageState,
  pageToggled,
  type RangeStart,
  type TableSelection,
  toggled,
} from "./selection.ts";

/** Selection changes triggered by rows and keys. */
export interface SelectionActions {
  readonly selected: ReadonlySet<string>;
  readonly page: boolean | "indeterminate";
  /** Whether the page has rows, and these answer the current query. */
  readonly isPageKnown: boolean;
  readonly toggle: (key: string) => void;
  /** From the last selected row, or from `from`, to `key`. */
  readonly rangeTo: (key: string, from?: string) => void;
  readonly togglePage: () => void;
  readonly all: () => void;
  readonly clear: () => void;
}

/**
 * A selection that stores where its range begins; undefined where rows cannot be selected. `awaited`: the
 * keys answer the previous query.
 */
export function useSelection(
  selection: TableSelection | undefined,
  keys: readonly string[],
  awaited: boolean,
): SelectionActions | undefined {
  const start = useRef<RangeStart>(undefined);
  return useMemo(() => {
    if (selection === undefined) return undefined;
    const { selected, onChange } = selection;
    const begin = (anchor: string, base: ReadonlySet<string>) => {
      start.current = { anchor, base };
      return start.current;
    };
    return {
      selected,
      page: pageState(selected, keys),
      isPageKnown: keys.length > 0 && !awaited,
      toggle: (key) => {
        const next = toggled(selected, key);
        begin(key, next);
        onChange(next);
      },
      rangeTo: (key, from = key) => {
        const known = start.current;
        // A start that is off the page or was cleared begins a new range.
        const holds = known !== undefined && selected.size > 0 && keys.includes(known.anchor);
        onChange(extended(holds ? known : begin(from, selected), keys, key));
      },
      togglePage: () => onChange(pageToggled(selected, keys)),
      all: () => onChange(new Set([...selected, ...keys])),
      clear: () => onChange(new Set()),
    };
  }, [selection, keys, awaited]);
}
