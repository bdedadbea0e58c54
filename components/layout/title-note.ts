"use client";

import { useEffect } from "react";
import { retitle } from "./retitle.ts";

/** What stands in brackets before the tab's title, by who says it. */
const notes = new Map<string, string>();
let prefix = "";
let observer: MutationObserver | undefined;

function draw(): void {
  const next = retitle(document.title, prefix, [...notes.values()]);
  prefix = next.prefix;
  // Its own change would be observed, too: it is written only where it differs.
  if (document.title !== next.title) document.title = next.title;
}

/** Says `text` before the tab's title while it is given: `(3 failed) Invocations · Fleetdeck`. Pages keep setting their
 *  titles as they like; the note is put before whatever they set. */
export function useTitleNote(by: string, text: string | undefined): void {
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
