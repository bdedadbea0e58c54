"use client";

import { type RefCallback, useCallback, useEffect, useRef } from "react";

/**
 * The focus position when a modal opened, nearest first: the control itself, the button of its menu, and
 * their ancestors. In a list or a table the items after and before come next to the item itself.
 */
interface FocusPosition {
  readonly path: string;
  readonly candidates: readonly Element[];
}

/** Where the focus returns to, by the element that is open: a dialog that is opened from a sheet may close together with it. */
const openPositions = new WeakMap<Element, FocusPosition>();

function focusPositionOf(opener: Element | null): FocusPosition {
  const candidates: Element[] = [];
  for (let at = opener; at !== null && at !== document.body; at = at.parentElement) {
    const isMenu = at.getAttribute("role") === "menu";
    const button = isMenu ? document.getElementById(at.getAttribute("aria-labelledby") ?? "") : null;
    // A menu closes on choice; only its button remains.
    if (button !== null) return { ...focusPositionOf(button), path: window.location.pathname };
    if (at.matches(focusable)) candidates.push(at);
    if (at.matches(item)) candidates.push(...[at, ...itemsAround(at)].flatMap(wayInto));
    candidates.push(...(openPositions.get(at)?.candidates ?? []));
  }
  return { path: window.location.pathname, candidates };
}

const focusable = "a[href], button, input, select, textarea, [tabindex]";
/** An entry that may be removed while the others stay. */
const item = "tr, li, [data-item]";

/** The other items of the same list: those after this one, then those before, the nearest first. */
function itemsAround(of: Element): readonly Element[] {
  const items = [...(of.parentElement?.children ?? [])].filter((each) => each.matches(item));
  const at = items.indexOf(of);
  return [...items.slice(at + 1), ...items.slice(0, at).reverse()];
}

/** What takes the focus of an item: itself, or the first control in it. */
const wayInto = (of: Element): readonly Element[] =>
  of.matches(focusable) ? [of] : [...of.querySelectorAll(focusable)].slice(0, 1);

function canReceiveFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element.checkVisibility() &&
    element.closest("[inert]") === null
  );
}

/**
 * Focuses the page's content: the fallback when the focused element is removed, so that Tab continues from
 * there.
 */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Whether the focus is nowhere in the page's content, as after `focusMain`. */
export const isFocusOnMain = (): boolean => document.activeElement?.id === "main";

/**
 * Whether the focused element was removed, is closing or is hidden: the keyboard would start at the top of the page. A
 * browser takes the focus from what was hidden only with the next frame.
 */
export function isFocusLost(): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || !now.checkVisibility() || isClosing(now);
}

let isAwaited = false;

/** Says that the focus will return to where it was on a page that was left, or that it will not any more. */
export function setFocusAwaited(isIt: boolean): void {
  isAwaited = isIt;
}

/** Whether the focus is about to return to where it was, once that is drawn: nothing else should take it. */
export const isFocusAwaited = (): boolean => isAwaited;

/** Focuses the nearest focusable ancestor of `from`: a row, a section, a dialog, the page's content. */
export function focusAround(from: Element | null): void {
  focusFirst(focusPositionOf(from).candidates);
}

function focusFirst(candidates: readonly Element[]): void {
  for (const each of candidates) {
    if (!canReceiveFocus(each)) continue;
    each.focus({ preventScroll: true });
    if (document.activeElement === each) return;
  }
  focusMain();
}

/**
 * A ref for an element that may be removed while focused, such as a button that removes itself, or an item of a list: the
 * focus moves to `to`, or without it to the next item, the one before, or the nearest ancestor.
 */
export function useFocusHandoff(to?: () => Element | null | undefined): RefCallback<HTMLElement> {
  const wanted = useRef(to);
  useEffect(() => {
    wanted.current = to;
  });
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    return () => {
      // At cleanup the element is still in the DOM, and removed right after.
      if (!element.contains(document.activeElement)) return;
      const { candidates } = focusPositionOf(element);
      queueMicrotask(() => {
        if (!isFocusLost()) return;
        const next = wanted.current?.();
        focusFirst(next ? [next, ...candidates] : candidates);
      });
    };
  }, []);
}

/**
 * Restores the focus to the opener of a modal, for dialogs opened by state, without a trigger of their own.
 * If the opener is gone, its nearest remaining ancestor gets the focus, at last the page's content.
 */
export function useReturnFocus(): { onOpen: (event?: Event) => void; onClose: (event: Event) => void } {
  const position = useRef<FocusPosition>(undefined);
  return {
    onOpen(event) {
      position.current = focusPositionOf(document.activeElement);
      if (event?.target instanceof Element) openPositions.set(event.target, position.current);
    },
    onClose(event) {
      event.preventDefault();
      const { path, candidates } = position.current ?? { path: "", candidates: [] };
      // Another dialog or a new page has taken the focus meanwhile.
      if (!isFocusLost()) return;
      focusFirst(path === window.location.pathname ? candidates : []);
    },
  };
}

/**
 * Whether the focused element is about to be removed. Closed elements that stay, such as a menu's button, are
 * not.
 */
const isClosing = (element: Element): boolean =>
  element.closest(
    ":is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])[data-state=closed]",
  ) !== null;
