"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { everyLevel, type LevelSet } from "@/lib/live/log-level";
import { emptyQuery, type LogQuery } from "@/lib/live/log-query";
import type { LogStore } from "@/lib/live/log-store";
import { levelNames } from "./levels-menu.tsx";
import { type Found, useLogSearch } from "./use-log-search.ts";

export interface PaneFind extends Found {
  /** The bar is open. */
  readonly open: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: LogQuery;
  readonly setQuery: (query: LogQuery) => void;
  /** Lines that do not match are hidden. */
  readonly only: boolean;
  readonly setOnly: (only: boolean) => void;
  readonly levels: LevelSet;
  readonly setLevels: (levels: LevelSet) => void;
  /** The match the operator stands at, and its number from 1. */
  readonly match: number | undefined;
  readonly position: number | undefined;
  readonly setMatch: (row: number | undefined) => void;
  /** Row of the next match, or of the one before; `top` is the row at the top of the window. */
  readonly beside: (by: 1 | -1, top: number) => number | undefined;
  readonly show: () => void;
  readonly close: () => void;
  readonly showAll: () => void;
  /** Which filters are set, in words. */
  readonly hiding: string;
}

/** What an operator looks for in a pane, and which lines that leaves. */
export function usePaneFind(store: LogStore, version: number): PaneFind {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState<LogQuery>(emptyQuery);
  const [only, setOnly] = useState(false);
  const [levels, setLevels] = useState<LevelSet>(everyLevel);
  const [match, setMatch] = useState<number>();
  const found = useLogSearch(store, open ? query : emptyQuery, { levels, only, version });
  const { search } = found;
  useEffect(() => {
    if (open) input.current?.select();
  }, [open]);
  const ofText = only && search !== undefined;
  const parts = [
    levels === everyLevel ? undefined : `levels ${levelNames(levels)}`,
    ofText ? `${query.inverse ? "without" : "with"} “${query.text}”` : undefined,
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
    beside(by, top) {
      if (search === undefined || search.matchCount === 0) return undefined;
      const count = search.matchCount;
      // The first step goes to a match in sight, where there is one.
      const at = search.matchesBefore(match ?? top);
      const standing = match !== undefined && search.match(at) === match;
      const next = by === 1 ? (standing ? at + 1 : at) : at - 1;
      return search.match((next + count) % count);
    },
    show() {
      setOpen(true);
      // Where it is open already, the effect above does not run.
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
    },
    hiding: parts.filter((part) => part !== undefined).join(" and "),
  };
}
