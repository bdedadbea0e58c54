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
  /** False when there is nothing to close. */
  readonly close: () => boolean;
  readonly toEnd: () => void;
}

/** The keys of a pane, while the focus is inside it. Single keys are silent while typing. */
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

/** Does what a key asks for; false when the key is not ours. */
function pressed(event: KeyboardEvent, keys: PaneKeys): boolean {
  const command = event.metaKey || event.ctrlKey;
  if (event.key === "Escape") return keys.close();
  if (command) {
    if (event.key.toLowerCase() !== "f" || event.shiftKey) return false;
    keys.openFind();
    return true;
  }
  if (isTyping(event.target)) return false;
  const onButton = event.target instanceof HTMLElement && event.target.closest("button, a") !== null;
  switch (event.key) {
    case " ":
      if (onButton) return false;
      keys.togglePause();
      return true;
    case "End":
      keys.toEnd();
      return true;
    case "w":
      keys.toggleWrap();
      return true;
    case "t":
      keys.toggleTimes();
      return true;
    case "f":
      keys.toggleFull();
      return true;
    case "n":
      keys.step(1);
      return true;
    case "N":
      keys.step(-1);
      return true;
    default:
      return false;
  }
}
