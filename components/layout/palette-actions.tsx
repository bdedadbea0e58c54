"use client";

import { usePathname } from "next/navigation";
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
  /** `run` leads to this path, where a view offers the action of this id, which is then performed. */
  readonly leads?: string | undefined;
  /** Why the view cannot perform it now: it is not listed, and the reason is shown to those who were led here for it. */
  readonly blocked?: string | undefined;
  readonly run: (id: string) => void;
}

/** An act that waits for the page that it leads to. */
export interface AwaitedAct {
  readonly end: () => void;
  /** Views have changed what they offer. */
  readonly offered: () => void;
  /** The page with this path is open. */
  readonly opened: (path: string) => void;
}

/** Registry of the actions that mounted views offer to the palette. */
export class PaletteRegister {
  #offers = new Map<string, readonly PaletteAction[]>();
  #all: readonly PaletteAction[] = [];
  readonly #listeners = new Set<() => void>();
  awaited: AwaitedAct | undefined;

  set(who: string, actions: readonly PaletteAction[]): void {
    if (actions.length === 0) this.#offers.delete(who);
    else this.#offers.set(who, actions);
    const offered = this.offered();
    const performed = new Set(offered.filter(isPerformed).map(({ id }) => id));
    const listed = offered.filter(({ id, leads, blocked }) =>
      leads === undefined ? blocked === undefined : !performed.has(id),
    );
    // Once each: several parts of a page may offer the same act.
    this.#all = [...new Map(listed.map((action) => [action.id, action])).values()];
    for (const listener of this.#listeners) listener();
    this.awaited?.offered();
  }
  /** With those that are blocked. */
  readonly offered = () => [...this.#offers.values()].flat();
  readonly all = () => this.#all;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

export const isPerformed = ({ leads, blocked }: PaletteAction) =>
  leads === undefined && blocked === undefined;

export const RegisterContext = createContext<PaletteRegister | undefined>(undefined);
const none: readonly PaletteAction[] = [];
const subscribeToNothing = () => () => {};

export function PaletteActions({ children }: { children: ReactNode }) {
  const [register] = useState(() => new PaletteRegister());
  const pathname = usePathname();
  useEffect(() => register.awaited?.opened(pathname), [register, pathname]);
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

/** Offers one act of the thing in front, while the caller is mounted; `blocked`: why it cannot be performed. */
export function usePaletteAct(id: string, label: string, run: () => void, blocked: string | undefined): void {
  usePaletteActions([{ id, label, run, blocked }]);
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
