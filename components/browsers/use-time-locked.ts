"use client";

import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";

const screen = z.object({ lock: z.optional(z.literal("on")) });

/** Whether the log panes move together in time, and with the video; in the address as `lock`. */
export function useTimeLocked(): { locked: boolean; setLocked: (locked: boolean) => void } {
  const { value, set } = useUrlQuery(screen);
  return {
    locked: value.lock === "on",
    setLocked: (next) => set({ lock: next ? "on" : undefined }, "replace"),
  };
}
