"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { everyLevel, type LevelSet } from "@/lib/format/log-level";
import { emptyQuery, type LogQuery } from "@/lib/live/log-query";
import type { LogSpan } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";
import type { DrawnState } from "./drawn-state.ts";
import { levelNames } from "./levels-menu.tsx";
import { paneFindTexts } from "./log-pane-on-demand-messages.ts";
import { type Found, useLogSearch } from "./use-log-search.ts";
import { useStoreState } from "./use-store-state.ts";

export interface PaneFind extends Found {
  /** Whether the find bar is open. */
  readonly open: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: LogQuery;
  readonly setQuery: (query: LogQuery) => void;
  /** Lines that do not match are hidden. */
  readonly only: boolean;
  readonly setOnly: (only: boolean) => void;
  readonly levels: LevelSet;
  readonly setLevels: (levels: LevelSet) => void;
  /** The current match, and its number from 1. */
  readonly match: number | undefined;
  readonly position: number | undefined;
  readonly setMatch: (row: number | undefined) => void;
  /** Row of the next or previous match; `top` is the row at the top of the window. */
  readonly adjacentMatch: (by: 1 | -1, top: number) => number | undefined;
  readonly show: () => void;
  readonly close: () => void;
  readonly showAll: () => void;
  /** Description of the active filters. */
  readonly hiding: string;
}

/** A time to which a pane is limited by the page around it. */
export interface PaneDuring {
  readonly span: LogSpan;
  /** The span as text: `03:08:58 – 03:09:44`. */
  readonly text: string;
  /** Removes the limit. */
  readonly clear: () => void;
}

/** The search in a pane, and the lines it leaves. */
export function usePaneFind(store: LogStore, drawn: DrawnState, during: PaneDuring | undefined): PaneFind {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState<LogQuery>(emptyQuery);
  const [only, setOnly] = useState(false);
  const [levels, setLevels] = useState<LevelSet>(everyLevel);
  const [match, changeMatch] = useStoreState<number | undefined>(store, undefined);
  const setMatch = (row: number | undefined) => changeMatch(() => row);
  const found = useLogSearch(store, open ? query : emptyQuery, {
    levels,
    only,
    during: during?.span,
    drawn,
  });
  const { search } = found;
  useEffect(() => {
    if (open) input.current?.select();
  }, [open]);
  const ofText = only && search !== undefined;
  const parts = [
    levels === everyLevel ? undefined : paneFindTexts.levels(levelNames(levels)),
    during && paneFindTexts.time(during.text),
    ofText ? paneFindTexts.text(query.inverse, query.text) : undefined,
  ];
  return {
    ...found,
    open,
    input,
    query,
    setQuery(next) {
      setQuery(next);
      setMatch(undefined);
    },
    only,
    setOnly,
    levels,
    setLevels,
    match,
    position: search === undefined || match === undefined ? undefined : search.matchesBefore(match) + 1,
    setMatch,
    adjacentMatch(by, top) {
      if (search === undefined || search.matchCount === 0) return undefined;
      const count = search.matchCount;
      // The first step prefers a match in view.
      const at = search.matchesBefore(match ?? top);
      const onMatch = match !== undefined && search.match(at) === match;
      const next = by === 1 ? (onMatch ? at + 1 : at) : at - 1;
      return search.match((next + count) % count);
    },
    show() {
      setOpen(true);
      // The effect above does not run when the bar is already open.
      input.current?.select();
    },
    close() {
      setOpen(false);
      setOnly(false);
      setMatch(undefined);
    },
    showAll() {
      setLevels(everyLevel);
      setOnly(false);
      during?.clear();
    },
    hiding: parts.filter((part) => part !== undefined).join(" and "),
  };
}
