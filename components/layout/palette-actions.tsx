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

/** Something the palette can do besides going to a page. */
export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly keywords?: readonly string[] | undefined;
  /** `id`: offered only when the text names one id, which `run` is then given; otherwise it is given "". */
  readonly takes?: "nothing" | "id" | undefined;
  readonly run: (id: string) => void;
}

/** What the views on screen offer the palette. */
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
const nobody = () => () => {};

export function PaletteActions({ children }: { children: ReactNode }) {
  const [register] = useState(() => new PaletteRegister());
  return <RegisterContext value={register}>{children}</RegisterContext>;
}

/** What the views on screen offer, as it is now. */
export function useOfferedActions(): readonly PaletteAction[] {
  const register = useContext(RegisterContext);
  return useSyncExternalStore(register?.subscribe ?? nobody, register?.all ?? (() => none), () => none);
}

/** Offers actions in the palette as long as the caller is on screen. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const register = useContext(RegisterContext);
  const who = useId();
  const latest = useRef(actions);
  const told = useRef("");
  useEffect(() => {
    latest.current = actions;
    // Only what is read in the palette makes a new offer; what is run is always the newest.
    const words = JSON.stringify(
      actions.map(({ id, label, keywords, takes }) => [id, label, keywords, takes]),
    );
    if (words === told.current) return;
    told.current = words;
    const run = (which: string, id: string) => latest.current.find((action) => action.id === which)?.run(id);
    register?.set(
      who,
      actions.map((action) => ({ ...action, run: (id: string) => run(action.id, id) })),
    );
  });
  useEffect(
    () => () => {
      told.current = "";
      register?.set(who, none);
    },
    [register, who],
  );
}
