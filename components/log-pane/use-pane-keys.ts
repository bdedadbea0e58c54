"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isTyping } from "@/components/ui/typing";

export interface PaneKeys {
  readonly togglePause: () => void;
  readonly openFind: () => void;
  readonly toggleWrap: () => void;
  readonly toggleTimes: () => void;
  readonly toggleFull: () => void;
  readonly step: (by: 1 | -1) => void;
  /** Returns false when there is nothing to close. */
  readonly close: () => boolean;
  readonly toEnd: () => void;
  readonly toFirst: () => void;
  readonly move: (by: number) => void;
  /** Moves by one window down or up. */
  readonly page: (by: 1 | -1) => void;
  readonly expand: () => void;
  readonly copyLine: () => void;
  readonly copyLink: () => void;
}

/** Keyboard shortcuts of a pane, while the focus is inside it. Single keys are ignored while typing. */
export function usePaneKeys(pane: RefObject<HTMLElement | null>, keys: PaneKeys): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (pressed(event, now.current)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  }, [pane]);
}

const acts: Readonly<Record<string, (keys: PaneKeys) => void>> = {
  " ": (keys) => keys.togglePause(),
  Enter: (keys) => keys.expand(),
  End: (keys) => keys.toEnd(),
  Home: (keys) => keys.toFirst(),
  ArrowDown: (keys) => keys.move(1),
  ArrowUp: (keys) => keys.move(-1),
  PageDown: (keys) => keys.page(1),
  PageUp: (keys) => keys.page(-1),
  j: (keys) => keys.move(1),
  k: (keys) => keys.move(-1),
  c: (keys) => keys.copyLine(),
  l: (keys) => keys.copyLink(),
  w: (keys) => keys.toggleWrap(),
  t: (keys) => keys.toggleTimes(),
  f: (keys) => keys.toggleFull(),
  n: (keys) => keys.step(1),
  N: (keys) => keys.step(-1),
};

/** Keys that the focused control uses itself. */
const ofControls: ReadonlySet<string> = new Set([" ", "Enter", "ArrowDown", "ArrowUp"]);

/** Performs a key's action; false when the key has none. */
function pressed(event: KeyboardEvent, keys: PaneKeys): boolean {
  if (event.key === "Escape") return keys.close();
  if (event.metaKey || event.ctrlKey) {
    if (event.key.toLowerCase() !== "f" || event.shiftKey) return false;
    keys.openFind();
    return true;
  }
  if (isTyping(event.target)) return false;
  const onControl =
    event.target instanceof HTMLElement && event.target.closest("button, a, [role=separator]") !== null;
  if (onControl && ofControls.has(event.key)) return false;
  const act = acts[event.key];
  act?.(keys);
  return act !== undefined;
}
