// Whether the operator is at this page. Calls that are made meanwhile keep the sign-in alive; those of a page that is
// only open do not.
const activeForMs = 60_000;

// Opening a page is an act.
let lastMs = performance.now();

/** Browsers report a pointer that rests when the page moves below it. */
const isResting = (event: Event) =>
  event instanceof PointerEvent &&
  event.type === "pointermove" &&
  event.movementX === 0 &&
  event.movementY === 0;

if (typeof window !== "undefined")
  for (const type of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"])
    window.addEventListener(
      type,
      (event) => {
        if (!isResting(event)) lastMs = performance.now();
      },
      { capture: true, passive: true },
    );

/** True within a minute of the last key, click, touch or movement in this page. */
export const isActive = (): boolean => performance.now() - lastMs < activeForMs;
