"use client";

import { useSyncExternalStore } from "react";
import { clockNowMs, subscribeToClock } from "./shared-clock.ts";

/**
 * Text that depends on the present: computed each second, rendered only when it changes. On the server and
 * during hydration it is `initial`.
 */
export function useClockText(text: (nowMs: number) => string, initial: string): string {
  return useSyncExternalStore(
    subscribeToClock,
    () => text(clockNowMs()),
    () => initial,
  );
}
