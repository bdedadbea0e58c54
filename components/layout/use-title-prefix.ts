"use client";

import { useEffect } from "react";
import { withTitlePrefix } from "./title-prefix.ts";

/** Notes in brackets before the tab's title, by owner. */
const notes = new Map<string, string>();
let prefix = "";
let observer: MutationObserver | undefined;

function draw(): void {
  const next = withTitlePrefix(document.title, prefix, [...notes.values()]);
  prefix = next.prefix;
  // Written only where it differs: the observer also fires for this change.
  if (document.title !== next.title) document.title = next.title;
}

/**
 * Puts `text` before the tab's title while given: `(3 failed) Invocations · Fleetdeck`. Pages set their
 * titles independently; the note is put before any of them.
 */
export function useTitlePrefix(by: string, text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    notes.set(by, text);
    observer ??= new MutationObserver(draw);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    draw();
    return () => {
      notes.delete(by);
      if (notes.size === 0) observer?.disconnect();
      draw();
    };
  }, [by, text]);
}
