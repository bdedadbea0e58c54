// The order of hydration: the shell's elements and scripts are first, those of the page follow. Data that arrived in between
// would be there when the page is hydrated, which then differs from what the server has sent, and React would discard the
// server's elements. So what the shell reads is requested after the page is hydrated.

let hydrating: PromiseWithResolvers<void> | undefined;
let isHydrated = false;

/** Holds requests until `endHydration`. To be called when the shell is rendered for the first time; on the server, and
 *  later, it changes nothing. */
export function beginHydration(): void {
  if (!isHydrated && typeof window !== "undefined") hydrating ??= Promise.withResolvers();
}

/** To be called when the page is hydrated. */
export function endHydration(): void {
  isHydrated = true;
  hydrating?.resolve();
}

/** What requests wait for: the page's hydration; undefined when it has ended, and where there is no shell. */
export const pageHydration = (): Promise<void> | undefined => (isHydrated ? undefined : hydrating?.promise);
