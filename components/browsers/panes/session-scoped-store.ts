"use client";

import { useSyncExternalStore } from "react";

/** State per session that outlives its tab's components; lost when the page unloads. */
export interface PerSession<State> {
  get: (id: string) => State;
  set: (id: string, change: (state: State) => State) => void;
  /** Subscribes the component to the state. */
  use: (id: string) => State;
}

/** Creates a store; every session starts with `initial`. */
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
