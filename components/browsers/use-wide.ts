"use client";

import { useSyncExternalStore } from "react";

const query = "(min-width: 1024px)";

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

/** Whether there is room for splits. Below, one pane is seen at a time. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}
