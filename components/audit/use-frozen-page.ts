"use client";

import { useState } from "react";
import type { AuditEntry } from "@/lib/bff/audit";
import type { Page } from "@/lib/queries/bff";

export interface FrozenPage {
  page: Page<AuditEntry> | undefined;
  /** The new entries since; of a filtered list only those of the first page, so there may be more. */
  newRows: { count: number; onShow: () => void };
}

/**
 * Freezes the page being read: entries never change, but new ones shift the list. `key` identifies the list;
 * with `filtered` the entry numbers do not give the number of new entries.
 */
export function useFrozenPage(
  fresh: Page<AuditEntry> | undefined,
  key: string,
  filtered: boolean,
): FrozenPage {
  const [held, setHeld] = useState<{ key: string; page: Page<AuditEntry> }>();
  // An empty page is not frozen: the first entry shows at once.
  if (fresh !== undefined && (held?.key !== key || (held.page.items.length === 0 && held.page !== fresh))) {
    setHeld({ key, page: fresh });
  }
  const page = held?.key === key ? held.page : fresh;
  const newest = page?.items[0]?.seq ?? 0;
  const ahead = Math.max(0, (fresh?.items[0]?.seq ?? 0) - newest);
  const listed = fresh?.items.filter(({ seq }) => seq > newest).length ?? 0;
  return {
    page,
    newRows: {
      count: page === fresh ? 0 : filtered ? listed : ahead,
      onShow: () => {
        if (fresh !== undefined) setHeld({ key, page: fresh });
      },
    },
  };
}
