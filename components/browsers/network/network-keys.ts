"use client";

import type { KeyboardEvent } from "react";
import { isTyping } from "@/components/ui/typing";
import type { NetworkPaneState } from "./use-network-pane.ts";

const acts: Readonly<Record<string, (pane: NetworkPaneState) => void>> = {
  ArrowDown: (pane) => pane.move(1),
  ArrowUp: (pane) => pane.move(-1),
  j: (pane) => pane.move(1),
  k: (pane) => pane.move(-1),
  PageDown: (pane) => pane.page(1),
  PageUp: (pane) => pane.page(-1),
  Home: (pane) => pane.toFirst(),
  End: (pane) => pane.toEnd(),
  Enter: (pane) => pane.openActive(),
};

/** Keys that the focused control uses itself. */
const ofControls: ReadonlySet<string> = new Set(["Enter", "ArrowDown", "ArrowUp"]);

/** Closes the innermost of what is open; false when nothing is. */
function close(pane: NetworkPaneState): boolean {
  if (pane.isFindOpen) pane.closeFind();
  else if (pane.isOpen) pane.closeDetails();
  else if (pane.active !== undefined) pane.leave();
  else return false;
  return true;
}

/** Handles a key pressed in the pane; false if it has no act. */
function press(event: KeyboardEvent, pane: NetworkPaneState): boolean {
  if (event.key === "Escape") return close(pane);
  if (event.metaKey || event.ctrlKey) {
    if (event.key.toLowerCase() !== "f" || event.shiftKey) return false;
    pane.openFind();
    return true;
  }
  if (event.altKey || isTyping(event.target)) return false;
  const onControl = event.target instanceof Element && event.target.closest("button, a") !== null;
  if (onControl && ofControls.has(event.key)) return false;
  const act = acts[event.key];
  act?.(pane);
  return act !== undefined;
}

/** The handler of the pane's keys. */
export const networkKeys = (pane: NetworkPaneState) => (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.nativeEvent.isComposing || !press(event, pane)) return;
  event.preventDefault();
  event.stopPropagation();
};
