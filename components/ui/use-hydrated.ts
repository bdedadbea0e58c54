"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * False on the server and during hydration. Content that depends on the browser, or on a query another part
 * of the page may have loaded already, is rendered after that: both renderings must be equal.
 */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);
