// Which rows of a live list are on screen and which wait behind "N new". Rows on screen are patched in place; what
// arrived later shows itself only when asked.
import type { Invocation } from "@/lib/contract/invocations";

/** What the viewer has let onto the screen: the ids, and the newest start among them. */
export interface Admitted {
  ids: ReadonlySet<string>;
  newestStart: string;
}

export function admit(rows: readonly Invocation[]): Admitted {
  return {
    ids: new Set(rows.map(({ id }) => id)),
    newestStart: rows.reduce(
      (newest, { started_at: start }) => (start && start > newest ? start : newest),
      "",
    ),
  };
}

/** Each id once, the first one counts: an offset page may repeat what moved while it was read. */
export function unique(rows: readonly Invocation[]): Invocation[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * Splits a fresh first page. A row waits when it was not admitted and is newer than everything that was; an older
 * unknown row only moved up from the next page and is shown.
 */
export function splitWaiting(
  fresh: readonly Invocation[],
  admitted: Admitted | undefined,
): { shown: Invocation[]; waiting: number } {
  const rows = unique(fresh);
  if (!admitted || admitted.ids.size === 0) return { shown: rows, waiting: 0 };
  const shown = rows.filter(
    ({ id, started_at: start }) => admitted.ids.has(id) || (start ?? "") <= admitted.newestStart,
  );
  return { shown, waiting: rows.length - shown.length };
}
