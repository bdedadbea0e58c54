"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** The element that a pane lives in. It is carried from slot to slot, so that a pane keeps its lines when it moves. */
export type PaneHome = HTMLElement;

/** A home for each key, the same as long as the key is asked for. */
export function usePaneHomes(keys: readonly string[]): ReadonlyMap<string, PaneHome> {
  const [homes] = useState(() => new Map<string, PaneHome>());
  for (const key of keys) if (!homes.has(key)) homes.set(key, newHome());
  const wanted = keys.join("\n");
  useEffect(() => {
    const kept = new Set(wanted.split("\n"));
    for (const key of homes.keys()) if (!kept.has(key)) homes.delete(key);
  }, [homes, wanted]);
  return homes;
}

function newHome(): PaneHome {
  const home = document.createElement("div");
  home.className = "flex min-h-0 min-w-0 flex-1 flex-col";
  return home;
}

/** What lives in a home, wherever the home is. */
export function PaneInHome({ home, children }: { home: PaneHome; children: ReactNode }) {
  return createPortal(children, home);
}

/** Where a home is seen. */
export function PaneSlot({ home }: { home: PaneHome | undefined }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (home === undefined) return;
    slot.current?.append(home);
    // An element that is taken out forgets how far it was scrolled.
    for (const [element, [top, left]] of scrolled.get(home) ?? []) {
      element.scrollTop = top;
      element.scrollLeft = left;
    }
    return () => {
      const now = [...home.querySelectorAll('[role="log"]')].map(
        (element) => [element, [element.scrollTop, element.scrollLeft]] as const,
      );
      scrolled.set(home, now);
    };
  }, [home]);
  return <div ref={slot} className="flex min-h-0 min-w-0 flex-1 flex-col" />;
}

const scrolled = new WeakMap<PaneHome, readonly (readonly [Element, readonly [number, number]])[]>();
