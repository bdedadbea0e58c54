"use client";

import { useSyncExternalStore } from "react";

const wide = "(min-width: 1024px)";

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(wide);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

const read = () => window.matchMedia(wide).matches;
const readOnServer = () => true;

/** Whether the window is wide enough for two things side by side, as the style prefix `lg:` has it. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, read, readOnServer);
}
