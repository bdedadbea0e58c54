"use client";

import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from "react";

/** Storage of the operator's preferences: one text per name, the same for server and browser rendering. */
export interface Preferences<Name extends string = string> {
  /** The operator. */
  readonly operator: string | undefined;
  readonly read: (name: Name) => string | undefined;
  readonly write: (name: Name, text: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const nowhere: Preferences = {
  operator: undefined,
  read: () => undefined,
  write: () => {},
  subscribe: () => () => {},
};
const PreferencesContext = createContext<Preferences>(nowhere);

export function PreferencesProvider({ value, children }: { value: Preferences; children: ReactNode }) {
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}

/** Whose preferences these are: the operator's. */
export function usePreferencesOwner(): string | undefined {
  return useContext(PreferencesContext).operator;
}

/** One preference (undefined while unset), a setter, and a getter for the latest value. */
export function usePreference(
  name: string,
): readonly [text: string | undefined, write: (text: string) => void, read: () => string | undefined] {
  const { read, write, subscribe } = useContext(PreferencesContext);
  const now = useCallback(() => read(name), [read, name]);
  const change = useCallback((next: string) => write(name, next), [write, name]);
  return [useSyncExternalStore(subscribe, now, now), change, now];
}
