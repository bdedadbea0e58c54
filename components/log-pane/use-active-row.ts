"use client";

import type { LogStore } from "@/lib/live/log-store";
import { type DrawnState, useDrawn } from "./drawn-state.ts";
import { beginRow, type RowView } from "./row-view.ts";
import type { Follow } from "./use-follow.ts";
import { useStoreState } from "./use-store-state.ts";

export interface ActiveRow {
  /** The active row. */
  readonly number: number | undefined;
  readonly activate: (number: number) => void;
  readonly leave: () => void;
  /** Moves by so many rows: down, or up where negative. */
  readonly move: (by: number) => void;
  readonly toFirst: () => void;
}

/**
 * The row activated by keyboard or click. An active row pauses the pane; `reveal` is called with a row moved
 * to.
 */
export function useActiveRow({
  store,
  drawn,
  rowsTo,
  follow,
  topRow,
  pointed,
  reveal,
}: {
  store: LogStore;
  drawn: DrawnState;
  /** The rows up to one of the store at present: more may have arrived than are rendered. */
  rowsTo: (endRow: number) => RowView;
  follow: Follow;
  /** Number of the row at the top of the window. */
  topRow: { readonly current: number };
  /** The row a link or another view points at: movement begins there. */
  pointed: number | undefined;
  reveal: (number: number) => void;
}): ActiveRow {
  const [activeNumber, setActiveNumber] = useStoreState<number | undefined>(store, undefined);
  const isHeld = useDrawn(drawn, () => activeNumber !== undefined && activeNumber >= store.firstRow);
  const number = isHeld ? activeNumber : undefined;
  const activate = (next: number) => {
    if (follow.following) follow.pause();
    setActiveNumber(() => next);
  };
  const shown = () => rowsTo(follow.endRow);
  const goTo = (index: number, view = shown()) => {
    const next = view.numberAt(Math.min(Math.max(index, 1), view.count - 1));
    if (next === beginRow) return;
    activate(next);
    reveal(next);
  };
  return {
    number,
    activate,
    leave: () => setActiveNumber(() => undefined),
    move(by) {
      const view = shown();
      if (number !== undefined) {
        const index = view.indexOf(number) + by;
        if (index < view.count) return goTo(index);
        // At the end of the rows shown, the waiting ones are appended.
        follow.pause();
        goTo(index, rowsTo(store.endRow));
      } else if (follow.following) goTo(view.count - 1);
      else if (pointed !== undefined) goTo(view.indexOf(pointed) + by);
      else goTo(view.indexOf(topRow.current) + Math.max(0, by));
    },
    toFirst: () => goTo(1),
  };
}
