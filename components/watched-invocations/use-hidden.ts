"use client";

import { useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Whether this tab is hidden. */
export const useHidden = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "hidden",
    () => false,
  );
