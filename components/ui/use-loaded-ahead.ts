"use client";

import { useEffect } from "react";
import { paces } from "@/lib/paces";

/** Fetches the code of a part that may be shown, once the page has settled. `ahead` stays the same function. */
export function useLoadedAhead(ahead: () => Promise<void>): void {
  useEffect(() => {
    const timer = setTimeout(() => void ahead(), paces.deadlines.settledPageMs);
    return () => clearTimeout(timer);
  }, [ahead]);
}
