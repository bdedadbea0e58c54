/**
 * Whether a key press is text input, for which single-key shortcuts are ignored. In select lists, open or
 * closed, letters choose.
 */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return (
    target.closest(
      "input:not([type=checkbox]):not([type=radio]), textarea, select, [role=textbox], [role=combobox]",
    ) !== null
  );
}

/**
 * Whether a key press belongs to an overlay: a menu, a list of choices, a dialog. A side sheet is not one:
 * the page's keys work in it.
 */
export function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("[role=menu], [role=listbox], [role=dialog]:not([data-sheet]), [role=alertdialog]") !==
      null
  );
}

/** Whether a dialog waits for an answer before the page goes on: nothing opens over it, and no key leads away from it. */
export const isModalOpen = (): boolean =>
  document.querySelector("[role=alertdialog], [role=dialog][data-modal][data-state=open]") !== null;
