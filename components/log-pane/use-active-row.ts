"use client";

import { useState } from "react";
import type { LogStore } from "@/lib/live/log-store";
import { beginRow, type RowView } from "./row-view.ts";
import type { Follow } from "./use-follow.ts";

export interface ActiveRow {
  /** The row the operator stands at. */
  readonly number: number | undefined;
  readonly stand: (number: number) => void;
  readonly leave: () => void;
  /** Goes so many rows down, or up where negative. */
  readonly walk: (by: number) => void;
  readonly toFirst: () => void;
}

/** The row the operator walks with. Standing at a row holds the pane still; `reveal` is called with a row walked to. */
export function useActiveRow({
  store,
  rowsTo,
  follow,
  topRow,
  pointed,
  reveal,
}: {
  store: LogStore;
  /** The rows up to one of the store as they are now: more may have come than were drawn. */
  rowsTo: (endRow: number) => RowView;
  follow: Follow;
  /** Number of the row at the top of the window. */
  topRow: { readonly current: number };
  /** Where a link or another view points: walking begins there. */
  pointed: number | undefined;
  reveal: (number: number) => void;
}): ActiveRow {
  const [standing, setStanding] = useState<number>();
  const number = standing !== undefined && standing >= store.firstRow ? standing : undefined;
  const stand = (next: number) => {
    if (follow.following) follow.pause();
    setStanding(next);
  };
  const shown = () => rowsTo(follow.endRow);
  const goTo = (index: number, view = shown()) => {
    const next = view.numberAt(Math.min(Math.max(index, 1), view.count - 1));
    if (next === beginRow) return;
    stand(next);
    reveal(next);
  };
  return {
    number,
    stand,
    leave: () => setStanding(undefined),
    walk(by) {
      const view = shown();
      if (number !== undefined) {
        const index = view.indexOf(number) + by;
        if (index < view.count) return goTo(index);
        // At the end of what is shown, what waits behind it comes in.
        follow.pause();
        goTo(index, rowsTo(store.endRow));
      } else if (follow.following) goTo(view.count - 1);
      else if (pointed !== undefined) goTo(view.indexOf(pointed) + by);
      else goTo(view.indexOf(topRow.current) + Math.max(0, by));
    },
    toFirst: () => goTo(1),
  };
}
