"use client";

import { useCallback, useState } from "react";
import type { LogStore } from "@/lib/live/log-store";

/** State that refers to rows of a store: for another store it is `initial` again, which must not change between draws. */
export function useStoreState<Value>(
  store: LogStore,
  initial: Value,
): readonly [Value, (change: (before: Value) => Value) => void] {
  const [held, setHeld] = useState({ store, value: initial });
  const change = useCallback(
    (next: (before: Value) => Value) =>
      setHeld((before) => ({ store, value: next(before.store === store ? before.value : initial) })),
    [store, initial],
  );
  return [held.store === store ? held.value : initial, change];
}
