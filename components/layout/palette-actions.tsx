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
import { notify } from "@/components/ui/toast";
import { withoutBasePath } from "@/lib/bff/base-path";
import { paces } from "@/lib/paces";
import { paletteActionsTexts } from "./layout-messages.ts";
import { isOpenPage } from "./use-lead-on.ts";

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
  /** Why the view cannot perform it now: it is not listed, and tells who was led here for it. */
  readonly blocked?: string | undefined;
  readonly run: (id: string) => void;
}

/** Registry of the actions that mounted views offer to the palette. */
class PaletteRegister {
  #offers = new Map<string, readonly PaletteAction[]>();
  #all: readonly PaletteAction[] = [];
  /** What is performed as soon as a view of the page that it leads to offers it. */
  #awaited: { readonly action: PaletteAction; readonly from: string; readonly end: () => void } | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  set(who: string, actions: readonly PaletteAction[]): void {
    if (actions.length === 0) this.#offers.delete(who);
    else this.#offers.set(who, actions);
    const offered = [...this.#offers.values()].flat();
    const performed = new Set(offered.filter(isPerformed).map(({ id }) => id));
    this.#all = offered.filter(({ id, leads, blocked }) =>
      leads === undefined ? blocked === undefined : !performed.has(id),
    );
    for (const listener of this.#listeners) listener();
    this.#performAwaited();
  }
  readonly perform = (action: PaletteAction, on: string) => {
    this.#endAwaited();
    if (action.leads !== undefined) {
      const timer = setTimeout(() => this.#giveUp(paletteActionsTexts.pageDoesNotOfferIt), this.#patienceMs);
      const end = () => clearTimeout(timer);
      this.#awaited = { action, from: withoutBasePath(window.location.pathname), end };
    }
    action.run(on);
  };
  /** The page with this path is open. */
  opened(path: string): void {
    if (this.#awaited === undefined) return;
    const { action, from } = this.#awaited;
    if (path !== from && path !== action.leads) this.#giveUp(paletteActionsTexts.pageWasLeft);
    else this.#performAwaited();
  }
  #performAwaited(): void {
    const wanted = this.#awaited?.action;
    // Another page may offer an act of that name, for something else.
    if (wanted?.leads === undefined || !isOpenPage(wanted.leads)) return;
    const found = [...this.#offers.values()].flat().filter(({ id, leads }) => id === wanted.id && !leads);
    const possible = found.find(isPerformed);
    if (possible !== undefined) {
      this.#endAwaited();
      // Once the view that offers it is drawn.
      queueMicrotask(() => possible.run(""));
    } else if (found[0]?.blocked !== undefined) this.#giveUp(found[0].blocked);
  }
  #giveUp(why: string): void {
    const wanted = this.#awaited?.action;
    this.#endAwaited();
    if (wanted !== undefined) notify.failed(paletteActionsTexts.notDone(wanted.label), why);
  }
  #endAwaited(): void {
    this.#awaited?.end();
    this.#awaited = undefined;
  }
  readonly all = () => this.#all;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

const isPerformed = ({ leads, blocked }: PaletteAction) => leads === undefined && blocked === undefined;

const RegisterContext = createContext<PaletteRegister | undefined>(undefined);
const none: readonly PaletteAction[] = [];
const subscribeToNothing = () => () => {};

/** `patienceMs`: how long an act waits to be offered by the page that it led to. */
export function PaletteActions({
  patienceMs = paces.patience.offeredActMs,
  children,
}: {
  patienceMs?: number;
  children: ReactNode;
}) {
  const [register] = useState(() => new PaletteRegister(patienceMs));
  const pathname = usePathname();
  useEffect(() => register.opened(pathname), [register, pathname]);
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
