"use client";

import { useSyncExternalStore } from "react";
import { z } from "zod";

const preferences = z.object({ wrap: z.boolean(), times: z.boolean() });
export type PanePreferences = z.infer<typeof preferences>;

const storageKey = "fleetdeck.log-pane";
const onServer: PanePreferences = { wrap: false, times: true };

const listeners = new Set<() => void>();
let now: PanePreferences | undefined;

function read(): PanePreferences {
  try {
    const kept = preferences.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
    if (kept.success) return kept.data;
  } catch {
    // Storage may be refused, or hold what is no JSON.
  }
  // On a phone a line that is not wrapped cannot be read.
  return { wrap: window.matchMedia("(max-width: 639px)").matches, times: true };
}

function current(): PanePreferences {
  now ??= read();
  return now;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** Changes the preferences of all panes, and keeps them in this browser. */
export function changePanePreferences(part: Partial<PanePreferences>): void {
  now = { ...current(), ...part };
  try {
    localStorage.setItem(storageKey, JSON.stringify(now));
  } catch {
    // The choice then lasts for this page only.
  }
  for (const changed of listeners) changed();
}

/** Wrapping and timestamps as this browser's operator wants them. */
export function usePanePreferences(): PanePreferences {
  return useSyncExternalStore(subscribe, current, () => onServer);
}
