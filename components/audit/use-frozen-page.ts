"use client";

import { useState } from "react";
import type { AuditedAct } from "@/lib/bff/audit";
import type { Page } from "@/lib/queries/bff";

export interface FrozenPage {
  page: Page<AuditedAct> | undefined;
  /** The acts since, of the first page; `mayBeMore`: it has no others. */
  newRows: { count: number; mayBeMore: boolean; onShow: () => void };
}

/** Freezes the acts being read, because new ones would shift the list; the outcome of one under way appears in its
 *  place. `key` identifies the list. */
export function useFrozenPage(fresh: Page<AuditedAct> | undefined, key: string): FrozenPage {
  const [held, setHeld] = useState<{ key: string; page: Page<AuditedAct> }>();
  // An empty page is not frozen: the first act shows at once.
  if (fresh !== undefined && (held?.key !== key || (held.page.items.length === 0 && held.page !== fresh))) {
    setHeld({ key, page: fresh });
  }
  const frozen = held?.key === key ? held.page : fresh;
  const newest = frozen?.items[0]?.seq ?? 0;
  const since = frozen === fresh ? [] : (fresh?.items.filter(({ seq }) => seq > newest) ?? []);
  const latest = new Map(fresh?.items.map((act) => [act.seq, act]));
  return {
    page: frozen && { ...frozen, items: frozen.items.map((act) => latest.get(act.seq) ?? act) },
    newRows: {
      count: since.length,
      mayBeMore: fresh?.paging?.hasMore === true && since.length === fresh.items.length,
      onShow: () => {
        if (fresh !== undefined) setHeld({ key, page: fresh });
      },
    },
  };
}
