"use client";

import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";

const screen = z.object({ lock: z.optional(z.literal("on")) });

/** Whether log panes and video are synchronized by time; `lock` in the address. */
export function useTimeLocked(): { locked: boolean; setLocked: (locked: boolean) => void } {
  const { value, set } = useUrlQuery(screen);
  return {
    locked: value.lock === "on",
    setLocked: (next) => set({ lock: next ? "on" : undefined }, "replace"),
  };
}
