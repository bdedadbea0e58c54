/** Whether a key press belongs to somebody who types: single-key shortcuts stay silent then. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return (
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [role=textbox]") !== null
  );
}
