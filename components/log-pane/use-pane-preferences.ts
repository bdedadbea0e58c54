"use client";

import { useSyncExternalStore } from "react";
import { z } from "zod";
import { highlightHues } from "@/lib/live/log-highlights";

const rule = z.object({
  id: z.string(),
  text: z.string().max(500),
  regex: z.boolean(),
  word: z.boolean(),
  hue: z.enum(highlightHues),
  on: z.boolean(),
});
const preferences = z.object({
  wrap: z.boolean(),
  times: z.boolean(),
  /** Each line says how long after the one above it came. */
  deltas: z.boolean().default(false),
  rules: z.array(rule).max(50).default([]),
});
export type PanePreferences = z.infer<typeof preferences>;

const storageKey = "fleetdeck.log-pane";
const onServer: PanePreferences = { wrap: false, times: true, deltas: false, rules: [] };

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
  return { ...onServer, wrap: window.matchMedia("(max-width: 639px)").matches };
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

/** Wrapping, timestamps and highlights as this browser's operator wants them. */
export function usePanePreferences(): PanePreferences {
  return useSyncExternalStore(subscribe, current, () => onServer);
}
