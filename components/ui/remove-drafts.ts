/** Keys of drafts begin with it. */
export const draftPrefix = "fleetdeck:draft:";

/** Removes the drafts of everyone, at a sign-out. */
export function removeDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}
