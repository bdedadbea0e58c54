"use client";

import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from "react";

/** Where a room keeps what its operator prefers: a text per name, the same for the server's page and the browser's. */
export interface Preferences<Name extends string = string> {
  readonly read: (name: Name) => string | undefined;
  readonly write: (name: Name, text: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const nowhere: Preferences = { read: () => undefined, write: () => {}, subscribe: () => () => {} };
const PreferencesContext = createContext<Preferences>(nowhere);

export function PreferencesProvider({ value, children }: { value: Preferences; children: ReactNode }) {
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}

/** One preference (undefined while the operator has none), how to change it, and how to read it at another moment. */
export function usePreference(
  name: string,
): readonly [text: string | undefined, write: (text: string) => void, read: () => string | undefined] {
  const { read, write, subscribe } = useContext(PreferencesContext);
  const now = useCallback(() => read(name), [read, name]);
  const change = useCallback((next: string) => write(name, next), [write, name]);
  return [useSyncExternalStore(subscribe, now, now), change, now];
}
