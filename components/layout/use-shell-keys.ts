"use client";

import { useEffect } from "react";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import { toggleSidebar } from "./sidebar-state.ts";

/** Shortcuts of the shell, on the document. */
export function useShellKeys({
  openPalette,
  showShortcuts,
}: {
  openPalette: () => void;
  showShortcuts: () => void;
}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (command && key === "k") openPalette();
      else if (command && key === "b") toggleSidebar();
      else if (
        event.key === "?" &&
        !event.metaKey &&
        !event.ctrlKey &&
        !isTyping(event.target) &&
        !isInOverlay(event.target)
      )
        showShortcuts();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [openPalette, showShortcuts]);
}
