"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

/** A palette entry that performs an action. */
export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly keywords?: readonly string[] | undefined;
  /**
   * `id`: offered only when the text contains exactly one id, which is passed to `run`. `proxy`: offered for each proxy
   * that the text names, and `run` receives its id. Otherwise `run` receives "".
   */
  readonly takes?: "nothing" | "id" | "proxy" | undefined;
  readonly run: (id: string) => void;
}

/** Registry of the actions that mounted views offer to the palette. */
class PaletteRegister {
  #offers = new Map<string, readonly PaletteAction[]>();
  #all: readonly PaletteAction[] = [];
  readonly #listeners = new Set<() => void>();

  set(who: string, actions: readonly PaletteAction[]): void {
    if (actions.length === 0) this.#offers.delete(who);
    else this.#offers.set(who, actions);
    this.#all = [...this.#offers.values()].flat();
    for (const listener of this.#listeners) listener();
  }
  readonly all = () => this.#all;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

const RegisterContext = createContext<PaletteRegister | undefined>(undefined);
const none: readonly PaletteAction[] = [];
const subscribeToNothing = () => () => {};

export function PaletteActions({ children }: { children: ReactNode }) {
  const [register] = useState(() => new PaletteRegister());
  return <RegisterContext value={register}>{children}</RegisterContext>;
}

/** The actions currently offered by mounted views. */
export function useOfferedActions(): readonly PaletteAction[] {
  const register = useContext(RegisterContext);
  return useSyncExternalStore(
    register?.subscribe ?? subscribeToNothing,
    register?.all ?? (() => none),
    () => none,
  );
}

/** Offers actions in the palette while the caller is mounted. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const register = useContext(RegisterContext);
  const owner = useId();
  const latest = useRef(actions);
  const registeredText = useRef("");
  useEffect(() => {
    latest.current = actions;
    // Only displayed text re-registers the actions; `run` always calls the newest callback.
    const text = JSON.stringify(
      actions.map(({ id, label, keywords, takes }) => [id, label, keywords, takes]),
    );
    if (text === registeredText.current) return;
    registeredText.current = text;
    const run = (which: string, id: string) => latest.current.find((action) => action.id === which)?.run(id);
    register?.set(
      owner,
      actions.map((action) => ({ ...action, run: (id: string) => run(action.id, id) })),
    );
  });
  useEffect(
    () => () => {
      registeredText.current = "";
      register?.set(owner, none);
    },
    [register, owner],
  );
}
