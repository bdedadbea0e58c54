"use client";

import { useSyncExternalStore } from "react";

/** What this page holds for each session and keeps while other tabs of it are shown; gone with the page. */
export interface PerSession<State> {
  get: (id: string) => State;
  set: (id: string, change: (state: State) => State) => void;
  /** The state, drawn anew when it changes. */
  use: (id: string) => State;
}

/** Makes such a store; every session begins with `initial`. */
export function perSession<State>(initial: State): PerSession<State> {
  const states = new Map<string, State>();
  const listeners = new Set<() => void>();
  const get = (id: string) => states.get(id) ?? initial;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(id, change) {
      states.set(id, change(get(id)));
      for (const listener of listeners) listener();
    },
    use: (id) =>
      useSyncExternalStore(
        subscribe,
        () => get(id),
        () => initial,
      ),
  };
}
