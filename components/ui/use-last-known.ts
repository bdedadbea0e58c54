import { useState } from "react";

/**
 * The object of a key, as it was last known while it is not: its row may leave the page, and a dialog about it stays open
 * meanwhile.
 */
export function useLastKnown<T>(key: string | undefined, now: T | undefined): T | undefined {
  const [last, setLast] = useState({ key, value: now });
  if (last.key !== key || (now !== undefined && now !== last.value)) setLast({ key, value: now });
  return now ?? (last.key === key ? last.value : undefined);
}
