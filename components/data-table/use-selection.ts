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

/** What rows and keys may do to a selection. */
export interface SelectionActs {
  readonly selected: ReadonlySet<string>;
  readonly page: boolean | "indeterminate";
  readonly toggle: (key: string) => void;
  /** From where the last one was taken, or from `from`, to `key`. */
  readonly rangeTo: (key: string, from?: string) => void;
  readonly togglePage: () => void;
  readonly all: () => void;
  readonly clear: () => void;
}

/** A selection with a memory of where its range begins; undefined where rows cannot be selected. */
export function useSelection(
  selection: TableSelection | undefined,
  keys: readonly string[],
): SelectionActs | undefined {
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
      toggle: (key) => {
        const next = toggled(selected, key);
        begin(key, next);
        onChange(next);
      },
      rangeTo: (key, from = key) => {
        const known = start.current;
        // A start of which the page or a clearing knows nothing any more begins anew.
        const holds = known !== undefined && selected.size > 0 && keys.includes(known.anchor);
        onChange(extended(holds ? known : begin(from, selected), keys, key));
      },
      togglePage: () => onChange(pageToggled(selected, keys)),
      all: () => onChange(new Set([...selected, ...keys])),
      clear: () => onChange(new Set()),
    };
  }, [selection, keys]);
}
