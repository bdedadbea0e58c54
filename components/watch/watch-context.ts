"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { emptyWatchList, type WatchList } from "./watch-list.ts";
import type { WatchStore } from "./watch-store.ts";

export const WatchContext = createContext<WatchStore | undefined>(undefined);

/** The operator's list, to change it. */
export function useWatchStore(): WatchStore {
  const store = useContext(WatchContext);
  if (store === undefined) throw new Error("useWatchStore needs a WatchRoom around it.");
  return store;
}

/** What the operator watches, as any tab left it. */
export function useWatchList(): WatchList {
  const store = useWatchStore();
  return useSyncExternalStore(store.subscribe, store.read, () => emptyWatchList);
}
