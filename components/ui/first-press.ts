"use client";

import { useEffect } from "react";

/** The longest time between the presses of a double click, by the default of the desktops. */
const doubleClickMs = 500;
/** How far the pointer moves between them at most. */
const doubleClickPx = 5;

const controls = "a[href], button, input, select, textarea, summary, label, tr, [role], [tabindex]";
const actingKeys = new Set(["Enter", " ", "Escape"]);

const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(controls) : null;

/** What opens an overlay is drawn again with it. */
const isSame = (one: Element | null, other: Element | null): boolean =>
  one === other ||
  (one?.isConnected === false &&
    one.ariaHasPopup !== null &&
    one.ariaHasPopup === other?.ariaHasPopup &&
    one.ariaLabel === other.ariaLabel &&
    one.textContent === other.textContent);

const drop = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * The second press of a double click, and the repeats of a held key, are meant for what the first press was on. When that
 * has opened, closed or moved something, they would do what nobody asked for: close the dialog that has just opened, or
 * press what was below one that has closed. They are dropped then.
 */
export function useFirstPress(): void {
  useEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    let first: { control: Element | null; atMs: number; x: number; y: number } | undefined;
    let isElsewhere = false;
    const press = ({ target, timeStamp: atMs, clientX: x, clientY: y }: PointerEvent) => {
      const control = controlOf(target);
      const isSecond =
        first !== undefined &&
        atMs - first.atMs < doubleClickMs &&
        Math.hypot(x - first.x, y - first.y) <= doubleClickPx;
      isElsewhere = isSecond && !isSame(first?.control ?? null, control);
      if (!isElsewhere) first = { control, atMs, x, y };
    };
    for (const type of ["pointerdown", "pointerup"] as const)
      window.addEventListener(
        type,
        (event) => {
          if (type === "pointerdown") press(event);
          if (isElsewhere) event.stopPropagation();
        },
        options,
      );
    // The browser counts the clicks of these, as the operator has set it.
    for (const type of ["mousedown", "mouseup", "click", "dblclick"] as const)
      window.addEventListener(
        type,
        (event) => {
          if (isElsewhere && event.detail > 1) drop(event);
        },
        options,
      );
    let heldOn: EventTarget | null = null;
    window.addEventListener(
      "keydown",
      (event) => {
        if (!event.repeat) heldOn = event.target;
        else if (actingKeys.has(event.key) && event.target !== heldOn) drop(event);
      },
      options,
    );
    return () => ended.abort();
  }, []);
}
