/**
 * Attribute of elements that handle Escape themselves. Sheets and dialogs receive the key before the elements
 * in or beside them.
 */
export const handlesOwnEscape = { "data-own-escape": "" } as const;

/** Prevents a sheet or dialog from closing when the focused element handles Escape itself. */
export function ignoreHandledEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest("[data-own-escape]") !== null)
    event.preventDefault();
}
