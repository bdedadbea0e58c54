import { formatCount } from "@/lib/format/numbers";
import { tablePagingTexts } from "./data-table-messages.ts";

/** Position of a page in its list, and how it changes. */
export interface TablePaging {
  readonly offset: number;
  readonly limit: number;
  /** Whether more rows follow this page; their number is unknown. */
  readonly hasMore: boolean;
  readonly onOffsetChange: (offset: number) => void;
  readonly onLimitChange: (limit: number) => void;
}

/**
 * Paging of a list whose offset and limit are in the URL; the first page has no offset. `set` changes the
 * URL; changing the limit returns to the first page, and changing the page makes `otherChanges` as well.
 */
export function urlPaging(
  at: Pick<TablePaging, "offset" | "limit" | "hasMore">,
  set: (changes: { offset: number | undefined; limit?: number }) => void,
  otherChanges: Readonly<Record<string, undefined>> = {},
): TablePaging {
  return {
    ...at,
    onOffsetChange: (next) => set({ ...otherChanges, offset: next === 0 ? undefined : next }),
    onLimitChange: (next) => set({ limit: next, offset: undefined }),
  };
}

/** `1–50, more`; `51–64 of 64` once the end is loaded; `none` for an empty page. */
export function rangeText(offset: number, shown: number, hasMore: boolean): string {
  if (shown === 0) return hasMore ? tablePagingTexts.noneReadableMore : tablePagingTexts.none;
  const range = `${formatCount(offset + 1)}–${formatCount(offset + shown)}`;
  return hasMore
    ? tablePagingTexts.more(range)
    : tablePagingTexts.rangeOf(range, formatCount(offset + shown));
}
