// Splits a refreshed page into rows on screen and rows that wait behind "N new". Rows on screen keep their
// position and are updated in place; none is inserted above or between them without a click.
import { type Invocation, isOpen } from "@/lib/contract/invocations";
import { type Instant, parseInstant } from "@/lib/format/rfc3339";

/** The latest page of the API. */
export interface FreshPage {
  items: readonly Invocation[];
  /** Whether the list has further pages. */
  hasMore: boolean;
}

export interface RowsOnScreen {
  shown: readonly Invocation[];
  /** Number of new rows of the latest page that are not shown. */
  waiting: number;
  /** Whether the page ends with such a row, so that more may wait behind it. */
  mayMoreWait: boolean;
  /** Number of open invocations on screen that newer ones moved off the latest page: shown as last read. */
  unread: number;
}

/** Removes duplicate ids, first wins: a page read by offset can repeat rows that moved meanwhile. */
function unique(rows: readonly Invocation[]): Invocation[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Shows the whole page. */
export const show = ({ items }: FreshPage): RowsOnScreen => ({
  shown: unique(items),
  waiting: 0,
  mayMoreWait: false,
  unread: 0,
});

/** Merges `fresh` into the rows on screen. A new row waits unless it sorts after all shown rows and the
 *  page has space. A shown row missing from `fresh` stays if newer rows moved it off the page, and is
 *  removed if it no longer matches. */
export function refresh(fresh: FreshPage, before: RowsOnScreen, limit: number): RowsOnScreen {
  if (before.shown.length === 0) return show(fresh);
  const rows = unique(fresh.items);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lastRead = oldest(rows);
  const remaining = before.shown.flatMap((row) => {
    const now = byId.get(row.id);
    if (now !== undefined) return [now];
    return fresh.hasMore && !isAfter(startOf(row), lastRead) ? [row] : [];
  });
  const onScreen = new Set(before.shown.map(({ id }) => id));
  const lastShown = oldest(before.shown);
  const unknown = rows.filter(({ id }) => !onScreen.has(id));
  const behind = unknown.filter((row) => isAfter(lastShown, startOf(row)));
  const waiting = unknown.filter((row) => !behind.includes(row));
  const last = rows.at(-1);
  return {
    shown: [...remaining, ...behind].slice(0, Math.max(limit, remaining.length)),
    waiting: waiting.length,
    mayMoreWait: fresh.hasMore && last !== undefined && waiting.includes(last),
    unread: remaining.filter((row) => !byId.has(row.id) && isOpen(row)).length,
  };
}

const startOf = (row: Invocation): Instant | undefined => parseInstant(row.started_at ?? "");

/** Compares by nanosecond; a missing time is after nothing. */
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
