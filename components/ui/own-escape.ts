/** On what has a use of its own for Escape. A sheet or a dialog hears the key before all that is in it or beside it. */
export const ownEscape = { "data-own-escape": "" } as const;

/** Leaves Escape to what has a use of its own for it; nothing is closed then. */
export function leaveOwnEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest("[data-own-escape]") !== null)
    event.preventDefault();
}
