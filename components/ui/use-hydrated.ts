"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** False on the server and while its text is taken over. What only the browser knows, or what another part of the page
 *  may have read by then, is shown after that: the two texts must be the same. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);
