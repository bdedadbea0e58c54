"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { emptyWatchList, type WatchList } from "./watch-list.ts";
import type { WatchStore } from "./watch-store.ts";

export const WatchContext = createContext<WatchStore | undefined>(undefined);

/** The operator's watch list, for changes. */
export function useWatchStore(): WatchStore {
  const store = useContext(WatchContext);
  if (store === undefined)
    throw new TypeError("useWatchStore must be used within a WatchedInvocationsProvider.");
  return store;
}

/** The operator's watch list, in sync with all tabs. */
export function useWatchList(): WatchList {
  const store = useWatchStore();
  return useSyncExternalStore(store.subscribe, store.read, () => emptyWatchList);
}
