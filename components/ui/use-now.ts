"use client";

import { useSyncExternalStore } from "react";
import { clockNowMs, subscribeToClock } from "./shared-clock.ts";

/** Text that depends on the present, made anew each second but rendered only when it reads differently.
 *  On the server and during hydration `initial` stands in its place. */
export function useClockText(text: (nowMs: number) => string, initial: string): string {
  return useSyncExternalStore(
    subscribeToClock,
    () => text(clockNowMs()),
    () => initial,
  );
}
