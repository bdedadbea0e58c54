/** Keys of drafts begin with it. */
export const draftPrefix = "fleetdeck:draft:";

/** What was typed into the forms of this page since it was loaded, by key: also secrets and files, which are never stored. */
export const keptDrafts = new Map<string, Readonly<Record<string, unknown>>>();

/** Removes the drafts of everyone, at a sign-out. */
export function removeDrafts(): void {
  keptDrafts.clear();
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}
