"use client";

import { useState } from "react";
import type { AuditEntry } from "@/lib/bff/audit";
import type { Page } from "@/lib/queries/bff";

export interface HeldPage {
  page: Page<AuditEntry> | undefined;
  /** How many records came since: of a filtered list those of the first page, which may not be all. */
  newCount: number;
  showNew: () => void;
}

/** Holds the page that is read still: records never change, they only become more. `key` names what is looked at;
 *  with `filtered` the numbers of the records say nothing about how many there are. */
export function useHeldPage(fresh: Page<AuditEntry> | undefined, key: string, filtered: boolean): HeldPage {
  const [held, setHeld] = useState<{ key: string; page: Page<AuditEntry> }>();
  // An empty page holds nothing still: the first record may show itself.
  if (fresh !== undefined && (held?.key !== key || (held.page.items.length === 0 && held.page !== fresh))) {
    setHeld({ key, page: fresh });
  }
  const page = held?.key === key ? held.page : fresh;
  const newest = page?.items[0]?.seq ?? 0;
  const ahead = Math.max(0, (fresh?.items[0]?.seq ?? 0) - newest);
  const listed = fresh?.items.filter(({ seq }) => seq > newest).length ?? 0;
  return {
    page,
    newCount: page === fresh ? 0 : filtered ? listed : ahead,
    showNew: () => {
      if (fresh !== undefined) setHeld({ key, page: fresh });
    },
  };
}
