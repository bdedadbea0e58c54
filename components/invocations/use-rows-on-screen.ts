"use client";

import { useState } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { type FreshPage, type RowsOnScreen, refresh, show } from "./waiting-rows.ts";

/**
 * Follows a page that is read again and again. `fresh` keeps its identity until it is read anew; `screenKey` names
 * filters and page: another screen starts whole.
 */
export function useRowsOnScreen(
  fresh: FreshPage | undefined,
  screenKey: string,
  limit: number,
): { rows: RowsOnScreen | undefined; showNew: () => void } {
  const [held, setHeld] = useState<{ key: string; from: readonly Invocation[]; rows: RowsOnScreen }>();
  const same = held?.key === screenKey ? held : undefined;
  if (fresh !== undefined && fresh.items !== same?.from) {
    const rows = same === undefined ? show(fresh) : refresh(fresh, same.rows, limit);
    setHeld({ key: screenKey, from: fresh.items, rows });
  }
  return {
    rows: same?.rows,
    showNew: () => {
      if (fresh !== undefined) setHeld({ key: screenKey, from: fresh.items, rows: show(fresh) });
    },
  };
}
