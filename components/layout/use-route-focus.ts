"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusMain, isFocusLost, isFocusOnMain, setFocusAwaited } from "@/components/ui/return-focus";

/** Addresses whose last position is remembered. */
const most = 100;

const addressNow = () => window.location.pathname + window.location.search;

const main = () => document.getElementById("main");

/**
 * A selector, in the content, of the row of a list, or else the link, that `focused` is in; while a sheet is open, of the row that it is
 * about. Undefined where there is none.
 */
function positionOf(focused: Element | null): string | undefined {
  const isInMain = main()?.contains(focused) === true;
  const row = (isInMain && focused?.closest("tr[data-key]")) || main()?.querySelector("tr[aria-current]");
  const key = row?.getAttribute("data-key");
  if (key) return `tr[data-key="${CSS.escape(key)}"]`;
  const href = isInMain ? focused?.closest("a[href]")?.getAttribute("href") : undefined;
  return href ? `a[href="${CSS.escape(href)}"]` : undefined;
}

/**
 * Moves the focus to the content of a new page: the followed link is gone or in the sidebar, and without a focus position
 * the keyboard would start at the top again. After Back and Forward it returns to the row or link that was focused last,
 * once that is drawn. A change of only the query is not a new page.
 */
export function useRouteFocus(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  const history = useRef<FocusHistory>(undefined);
  useEffect(() => {
    const ended = new AbortController();
    history.current = new FocusHistory(ended.signal);
    return () => ended.abort();
  }, []);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // Keeps a focus set by the page itself; a dialog restores the focus when it closes.
    const now = document.activeElement;
    const isSet = now?.closest("main, [role=dialog], [role=alertdialog]") && now.id !== "main";
    if (!isSet) focusMain();
    history.current?.arrive();
  }, [pathname]);
}

/** The last focus position by address. */
class FocusHistory {
  readonly #positions = new Map<string, string>();
  /** Where Back or Forward has led to, until its page is there. */
  #returned: string | undefined;
  #awaited: MutationObserver | undefined;

  constructor(signal: AbortSignal) {
    const capture = { capture: true, signal };
    window.addEventListener("focusin", ({ target }) => this.#note(target), capture);
    for (const type of ["keydown", "pointerdown"])
      window.addEventListener(
        type,
        () => {
          // From here on the operator goes on by themselves.
          this.#stop();
          this.#note(document.activeElement);
        },
        capture,
      );
    window.addEventListener("popstate", () => (this.#returned = addressNow()), capture);
    signal.addEventListener("abort", () => this.#stop());
  }

  /** The page of the present address is there; its rows may still load. */
  arrive(): void {
    this.#stop();
    const position = this.#returned === addressNow() ? this.#positions.get(this.#returned) : undefined;
    this.#returned = undefined;
    if (position === undefined || this.#focus(position)) return;
    this.#awaited = new MutationObserver(() => {
      if (this.#focus(position)) this.#stop();
    });
    this.#awaited.observe(document.body, { childList: true, subtree: true });
    setFocusAwaited(true);
  }

  #focus(position: string): boolean {
    if (!isFocusLost() && !isFocusOnMain()) return true;
    const found = main()?.querySelector<HTMLElement>(position);
    found?.focus({ preventScroll: true });
    return found != null;
  }

  #note(focused: EventTarget | null): void {
    const position = positionOf(focused instanceof Element ? focused : null);
    if (position === undefined) return;
    const address = addressNow();
    this.#positions.delete(address);
    this.#positions.set(address, position);
    const [oldest] = this.#positions.keys();
    if (this.#positions.size > most && oldest !== undefined) this.#positions.delete(oldest);
  }

  #stop(): void {
    this.#awaited?.disconnect();
    this.#awaited = undefined;
    setFocusAwaited(false);
  }
}
