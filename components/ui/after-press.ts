/**
 * Calls `then` once the press that is going on has ended, right away without one. What leaving a box changes must not move
 * the control that is pressed: its click would be lost.
 */
export function afterPress(then: () => void): void {
  if (document.querySelector(":active") === null) then();
  else window.addEventListener("pointerup", then, { once: true, capture: true });
}
