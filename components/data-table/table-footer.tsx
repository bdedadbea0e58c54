"use client";

import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { tableFooterTexts } from "./data-table-messages.ts";
import { rangeText, type TablePaging } from "./table-paging.ts";

const limits = [20, 50, 100] as const;

/**
 * Position of this page in the list; `shown` is undefined while loading. The API reports no total, so none is
 * shown.
 */
export function TableFooter({ paging, shown }: { paging: TablePaging; shown: number | undefined }) {
  const { offset, limit, hasMore, onOffsetChange, onLimitChange } = paging;
  const options = [...new Set([...limits, limit])].sort((a, b) => a - b);
  return (
    <div className="flex min-h-6 min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-1 text-label text-ink-3">
      <span>{shown === undefined ? "…" : rangeText(offset, shown, hasMore)}</span>
      <span className="flex-1" />
      <span className="relative inline-flex items-center">
        {/* A native select: every table has one, and phones handle it best. */}
        <select
          aria-label={tableFooterTexts.rowsPerPage}
          value={limit}
          onChange={(event) => onLimitChange(Number(event.target.value))}
          className="h-6 cursor-pointer appearance-none rounded-md bg-bg pr-6 pl-2 hover:bg-hover hover:text-ink"
        >
          {options.map((each) => (
            <option key={each} value={each}>
              {tableFooterTexts.perPage(each)}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-1.5 size-3.5" />
      </span>
      <span className="flex">
        <IconButton
          label={tableFooterTexts.previousPage}
          size="icon-sm"
          disabledReason={offset === 0 ? tableFooterTexts.thisIsTheFirstPage : undefined}
          onClick={() => onOffsetChange(Math.max(0, offset - limit))}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          label={tableFooterTexts.nextPage}
          size="icon-sm"
          disabledReason={hasMore ? undefined : tableFooterTexts.thisIsTheLastPage}
          onClick={() => onOffsetChange(offset + limit)}
        >
          <ChevronRight />
        </IconButton>
      </span>
    </div>
  );
}
