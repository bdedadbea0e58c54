"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** The DOM element a pane is rendered into. It moves from slot to slot, so that a pane keeps its lines. */
export type PaneHome = HTMLElement;

/** One element per key, stable while the key is in use. */
export function usePaneHomes(keys: readonly string[]): ReadonlyMap<string, PaneHome> {
  const [homes] = useState(() => new Map<string, PaneHome>());
  for (const key of keys) if (!homes.has(key)) homes.set(key, newHome());
  const wanted = keys.join("\n");
  useEffect(() => {
    const wantedKeys = new Set(wanted.split("\n"));
    for (const key of homes.keys()) if (!wantedKeys.has(key)) homes.delete(key);
  }, [homes, wanted]);
  return homes;
}

function newHome(): PaneHome {
  const home = document.createElement("div");
  home.className = "flex min-h-0 min-w-0 flex-1 flex-col";
  return home;
}

/** Renders into a home by a portal, wherever the home is attached. */
export function PaneInHome({ home, children }: { home: PaneHome; children: ReactNode }) {
  return createPortal(children, home);
}

/** Attaches a home to the layout. */
export function PaneSlot({ home }: { home: PaneHome | undefined }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (home === undefined) return;
    slot.current?.append(home);
    // A detached element loses its scroll position.
    for (const [element, [top, left]] of scrolled.get(home) ?? []) {
      element.scrollTop = top;
      element.scrollLeft = left;
    }
    return () => {
      const now = [...home.querySelectorAll('[role="log"], [data-pane-scroller]')].map(
        (element) => [element, [element.scrollTop, element.scrollLeft]] as const,
      );
      scrolled.set(home, now);
    };
  }, [home]);
  return <div ref={slot} className="flex min-h-0 min-w-0 flex-1 flex-col" />;
}

const scrolled = new WeakMap<PaneHome, readonly (readonly [Element, readonly [number, number]])[]>();
