"use client";

import { type RefCallback, useCallback, useEffect, useRef } from "react";

/** What had the focus when something modal opened, nearest first: the control itself, the button of the menu it was
 *  in, and what it stood in. */
interface Place {
  readonly path: string;
  readonly candidates: readonly Element[];
}

function placeOf(opener: Element | null): Place {
  const candidates: Element[] = [];
  for (let at = opener; at !== null && at !== document.body; at = at.parentElement) {
    const isMenu = at.getAttribute("role") === "menu";
    const button = isMenu ? document.getElementById(at.getAttribute("aria-labelledby") ?? "") : null;
    // Of a menu only its button outlives the choice.
    if (button !== null) return { ...placeOf(button), path: window.location.pathname };
    if (at instanceof HTMLElement && at.tabIndex >= -1 && at.matches(focusable)) candidates.push(at);
  }
  return { path: window.location.pathname, candidates };
}

const focusable = "a[href], button, input, select, textarea, [tabindex]";

function canTake(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element.checkVisibility() &&
    element.closest("[inert]") === null
  );
}

/** The content of the page: where the focus goes when what had it is gone, so that Tab goes on from there. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Whether what had the focus is gone, or going: a keyboard would begin at the top of the page again. */
export function isFocusLost(): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || !now.isConnected || isClosing(now);
}

/** Gives the focus to what is nearest around `from` and can take it: a row, a section, a dialog, the page's content. */
export function focusAround(from: Element | null): void {
  focusFirst(placeOf(from).candidates);
}

function focusFirst(candidates: readonly Element[]): void {
  for (const each of candidates) {
    if (!canTake(each)) continue;
    each.focus({ preventScroll: true });
    if (document.activeElement === each) return;
  }
  focusMain();
}

/** A ref for what may go while it has the focus, as a button does that takes itself away: the focus is then on `to`,
 *  and where that is not there on what it stood in. */
export function useHandOnFocus(to?: () => Element | null | undefined): RefCallback<HTMLElement> {
  const wanted = useRef(to);
  useEffect(() => {
    wanted.current = to;
  });
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    return () => {
      // It is still in its place, and in a moment it is not.
      if (!element.contains(document.activeElement)) return;
      const { candidates } = placeOf(element.parentElement);
      queueMicrotask(() => {
        if (!isFocusLost()) return;
        const next = wanted.current?.();
        focusFirst(next ? [next, ...candidates] : candidates);
      });
    };
  }, []);
}

/** Gives the focus back to what opened something modal, for dialogs that are opened by state and have no trigger of
 *  their own. What is gone by then is stood in for by what it was in, at last by the page's content. */
export function useReturnFocus(): { onOpen: () => void; onClose: (event: Event) => void } {
  const place = useRef<Place>(undefined);
  return {
    onOpen() {
      place.current = placeOf(document.activeElement);
    },
    onClose(event) {
      event.preventDefault();
      const { path, candidates } = place.current ?? { path: "", candidates: [] };
      // Somebody else has taken it meanwhile: another dialog, or the page that was gone to.
      if (!isFocusLost()) return;
      focusFirst(path === window.location.pathname ? candidates : []);
    },
  };
}

/** The focus is still in what is about to go. What is closed and stays, such as the button of a menu, is not. */
const isClosing = (element: Element): boolean =>
  element.closest(
    ":is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])[data-state=closed]",
  ) !== null;
