// Which rows of a refreshed page are on screen and which wait behind "N new". Rows on screen keep their place and are
// patched there; nothing is put above or between them unless the operator asks.
import type { Invocation } from "@/lib/contract/invocations";
import { type Instant, parseInstant } from "@/lib/format/rfc3339";

/** A page as the API last gave it. */
export interface FreshPage {
  items: readonly Invocation[];
  /** Whether the list goes on behind these items. */
  hasMore: boolean;
}

export interface RowsOnScreen {
  shown: readonly Invocation[];
  /** Rows that arrived and are not shown. */
  waiting: number;
  /** Rows on screen that newer ones pushed off the page read last: shown as they were read before. */
  unread: number;
}

/** Each id once, the first one counts: an offset page may repeat what moved while it was read. */
function unique(rows: readonly Invocation[]): Invocation[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** All of a page, nothing waiting. */
export const show = ({ items }: FreshPage): RowsOnScreen => ({
  shown: unique(items),
  waiting: 0,
  unread: 0,
});

/**
 * What is on screen once `fresh` was read. A new row waits unless it stands behind all that is shown and there is room
 * for it. A shown row that is gone has either been pushed behind the page, and stays, or matches no more, and leaves.
 */
export function refresh(fresh: FreshPage, before: RowsOnScreen, limit: number): RowsOnScreen {
  if (before.shown.length === 0) return show(fresh);
  const rows = unique(fresh.items);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lastRead = oldest(rows);
  const kept = before.shown.flatMap((row) => {
    const now = byId.get(row.id);
    if (now !== undefined) return [now];
    return fresh.hasMore && !isAfter(startOf(row), lastRead) ? [row] : [];
  });
  const onScreen = new Set(before.shown.map(({ id }) => id));
  const lastShown = oldest(before.shown);
  const unknown = rows.filter(({ id }) => !onScreen.has(id));
  const behind = unknown.filter((row) => isAfter(lastShown, startOf(row)));
  return {
    shown: [...kept, ...behind].slice(0, Math.max(limit, kept.length)),
    waiting: unknown.length - behind.length,
    unread: kept.filter(({ id }) => !byId.has(id)).length,
  };
}

const startOf = (row: Invocation): Instant | undefined => parseInstant(row.started_at ?? "");

/** By the nanosecond; what tells no time is after nothing. */
function isAfter(one: Instant | undefined, other: Instant | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.epochMs !== other.epochMs) return one.epochMs > other.epochMs;
  return one.nanos > other.nanos;
}

function oldest(rows: readonly Invocation[]): Instant | undefined {
  return rows.reduce<Instant | undefined>((found, row) => {
    const start = startOf(row);
    return found === undefined || isAfter(found, start) ? start : found;
  }, undefined);
}
