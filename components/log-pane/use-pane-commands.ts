"use client";

import { type RefObject, useCallback, useState } from "react";
import type { LogStore } from "@/lib/live/log-store";
import { rowPx } from "./row-window.ts";
import type { Follow } from "./use-follow.ts";
import type { PaneFind } from "./use-pane-find.ts";
import type { PanePosition } from "./use-pane-position.ts";
import type { usePanePreferences } from "./use-pane-preferences.ts";
import { useStoreState } from "./use-store-state.ts";

const noRows: ReadonlySet<number> = new Set();

/** The commands that the toolbar, the keys and the rows of a pane share, with the state that only they change. */
export function usePaneCommands({
  store,
  redraw,
  scroller,
  topRow,
  follow,
  find,
  position,
  preferences,
}: {
  store: LogStore;
  /** Renders a change of the store that did not come from the feed. */
  redraw: () => void;
  scroller: RefObject<HTMLElement | null>;
  /** Number of the row at the top of the window. */
  topRow: RefObject<number>;
  follow: Follow;
  find: PaneFind;
  position: PanePosition;
  preferences: ReturnType<typeof usePanePreferences>;
}) {
  const [full, setFull] = useState(false);
  const [cleared, setCleared] = useStoreState(store, false);
  const [expanded, setExpanded] = useStoreState(store, noRows);
  const { active } = position;

  const expand = useCallback(
    (number: number) => {
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(number)) next.add(number);
        return next;
      });
    },
    [setExpanded],
  );
  const closeFind = () => {
    find.close();
    scroller.current?.focus();
  };
  const toEnd = () => {
    find.setMatch(undefined);
    position.leave();
    follow.resume();
  };
  return {
    /** Whether the pane covers the page. */
    full,
    /** Whether the operator has emptied the pane. */
    cleared,
    expanded,
    expand,
    closeFind,
    toEnd,
    /** To the next or previous match. */
    step(by: 1 | -1) {
      const number = find.adjacentMatch(by, topRow.current);
      if (number === undefined) return;
      follow.pause();
      find.setMatch(number);
      position.goTo(number);
    },
    /** By one window down or up. */
    page(by: 1 | -1) {
      const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1);
      active.move(by * rows);
    },
    clear() {
      store.clear();
      setCleared(() => true);
      setExpanded(() => noRows);
      toEnd();
      redraw();
    },
    /** Closes the innermost of what is open; false when nothing is. */
    close() {
      if (find.open) closeFind();
      else if (active.number !== undefined) active.leave();
      else if (full) setFull(false);
      else return false;
      return true;
    },
    togglePause: () => (follow.following ? follow.hold() : toEnd()),
    toggleWrap: () => preferences.change({ wrap: !preferences.wrap }),
    toggleTimes: () => preferences.change({ times: !preferences.times }),
    toggleDeltas: () => preferences.change({ deltas: !preferences.deltas }),
    toggleFull: () => setFull(!full),
  };
}
