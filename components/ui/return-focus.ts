"use client";

import { useRef } from "react";

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
      const now = document.activeElement;
      if (now !== null && now !== document.body && now.isConnected && !isClosing(now)) return;
      const back = path === window.location.pathname ? candidates.find(canTake) : undefined;
      if (back === undefined) focusMain();
      else back.focus({ preventScroll: true });
    },
  };
}

/** The focus is still in what is about to go. */
const isClosing = (element: Element): boolean => element.closest("[data-state=closed]") !== null;
