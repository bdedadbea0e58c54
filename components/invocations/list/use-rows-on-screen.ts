"use client";

import { useState } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { type FreshPage, type RowsOnScreen, refresh, show } from "./pending-rows.ts";

/** Rows on screen of a polled page. `fresh` must keep its identity between reads; a new `screenKey`
 *  (filters and page) starts with all rows. */
export function useRowsOnScreen(
  fresh: FreshPage | undefined,
  screenKey: string,
  limit: number,
): { rows: RowsOnScreen | undefined; showNew: () => void } {
  const [state, setState] = useState<{ key: string; from: readonly Invocation[]; rows: RowsOnScreen }>();
  const same = state?.key === screenKey ? state : undefined;
  if (fresh !== undefined && fresh.items !== same?.from) {
    const rows = same === undefined ? show(fresh) : refresh(fresh, same.rows, limit);
    setState({ key: screenKey, from: fresh.items, rows });
  }
  return {
    rows: same?.rows,
    showNew: () => {
      if (fresh !== undefined) setState({ key: screenKey, from: fresh.items, rows: show(fresh) });
    },
  };
}
