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
  /** Offered on every page, after the pages. */
  readonly everywhere?: boolean | undefined;
  /** `run` leads to the view that offers the action of this id, which is then performed. */
  readonly leads?: boolean | undefined;
  readonly run: (id: string) => void;
}

/** Registry of the actions that mounted views offer to the palette. */
class PaletteRegister {
  #offers = new Map<string, readonly PaletteAction[]>();
  #all: readonly PaletteAction[] = [];
  /** The id of the action that is performed as soon as a view offers it. */
  #awaited: string | undefined;
  readonly #listeners = new Set<() => void>();

  set(who: string, actions: readonly PaletteAction[]): void {
    if (actions.length === 0) this.#offers.delete(who);
    else this.#offers.set(who, actions);
    const offered = [...this.#offers.values()].flat();
    const performed = new Set(offered.filter(({ leads }) => leads !== true).map(({ id }) => id));
    this.#all = offered.filter(({ id, leads }) => leads !== true || !performed.has(id));
    for (const listener of this.#listeners) listener();
    const awaited = this.#all.find(({ id, leads }) => id === this.#awaited && leads !== true);
    if (awaited === undefined) return;
    this.#awaited = undefined;
    // Once the view that offers it is drawn.
    queueMicrotask(() => awaited.run(""));
  }
  readonly perform = (action: PaletteAction, on: string) => {
    this.#awaited = action.leads === true ? action.id : undefined;
    action.run(on);
  };
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

/** Performs an action, or goes to the view that does and performs it there. */
export function usePerformAction(): (action: PaletteAction, on?: string) => void {
  const register = useContext(RegisterContext);
  return (action, on = "") => (register === undefined ? action.run(on) : register.perform(action, on));
}

/** Offers one act of the thing in front, while the caller is mounted and nothing blocks it. */
export function usePaletteAct(id: string, label: string, run: () => void, blocked: string | undefined): void {
  usePaletteActions(blocked === undefined ? [{ id, label, run }] : []);
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
    const text = JSON.stringify(actions.map(({ run: _run, ...shown }) => shown));
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
