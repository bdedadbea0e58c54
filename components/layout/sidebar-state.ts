"use client";

import { useSyncExternalStore } from "react";
import { sidebarStorageKey as storageKey } from "./restore-sidebar.ts";

/**
 * The collapsed state is stored in <html data-sidebar>, so that CSS alone sets the widths before hydration
 * and nothing jumps.
 */
const changed = "fleetdeck:sidebar";

export function toggleSidebar(): void {
  const next = isCollapsed() ? "open" : "collapsed";
  document.documentElement.dataset.sidebar = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Storage refused: the choice lasts until the page is left.
  }
  window.dispatchEvent(new Event(changed));
}

export function useSidebarCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed, () => false);
}

function isCollapsed(): boolean {
  return document.documentElement.dataset.sidebar === "collapsed";
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(changed, notify);
  return () => window.removeEventListener(changed, notify);
}
