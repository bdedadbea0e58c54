"use client";

import clsx from "clsx";
import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format/numbers";
import { cardCellClass, cardClass } from "./card-layout.ts";
import type { FittedColumn } from "./column-fit.ts";
import { tableStatesTexts } from "./data-table-messages.ts";
import type { TablePaging } from "./table-paging.ts";

/** Between the table and what is above it, over both: the rows do not move when new ones are offered. */
export function NewRows({
  count,
  mayBeMore,
  onShow,
  sticky,
  onGone,
  children,
}: {
  count: number;
  mayBeMore: boolean;
  onShow: () => void;
  sticky: boolean;
  /** Receives the focus once a button of this line has disappeared. */
  onGone: () => Element | null | undefined;
  children?: ReactNode;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <div
      className={clsx(
        // As high as the gap above, which is smaller on a phone.
        "pointer-events-none z-20 -mt-5 -mb-2 max-sm:-mt-3 flex min-h-7 items-center justify-center gap-2",
        sticky && "sticky top-12",
      )}
    >
      {count === 0 ? null : (
        <Button
          ref={focusHandoffRef}
          size="sm"
          className="pointer-events-auto !rounded-full !border-running !bg-running-bg !text-running"
          onClick={onShow}
        >
          <ArrowUp />
          {tableStatesTexts.new(`${formatCount(count)}${mayBeMore ? "+" : ""}`)}
        </Button>
      )}
      {children}
    </div>
  );
}

/** The active filters: with any, an empty list is shown as "no result". */
export interface TableFilters {
  readonly names: readonly string[];
  /** Absent: they cannot be cleared here. */
  readonly onClear?: () => void;
  /** Offered where nothing matches: looks further than the list. */
  readonly action?: ReactNode;
}

function NoResult({ names, onClear, action }: TableFilters) {
  const focusHandoffRef = useFocusHandoff();
  const acts = (
    <div className="flex flex-wrap justify-center gap-2">
      {onClear === undefined ? null : (
        <Button ref={focusHandoffRef} onClick={onClear}>
          {tableStatesTexts.clearFilters}
        </Button>
      )}
      {action}
    </div>
  );
  return (
    <EmptyState
      title={tableStatesTexts.nothingMatches}
      {...(onClear === undefined && action === undefined ? {} : { action: acts })}
    >
      {tableStatesTexts.hiddenBy(names.join(", "))}
    </EmptyState>
  );
}

/** A list without rows: a page beyond its end, no result for the filters, or `empty`. */
export function NoRows({
  paging,
  filters,
  empty,
}: {
  paging: TablePaging | undefined;
  filters: TableFilters | undefined;
  empty: ReactNode;
}) {
  if (paging !== undefined && paging.offset > 0)
    return <EmptyPage onFirst={() => paging.onOffsetChange(0)} />;
  return filters !== undefined && filters.names.length > 0 ? <NoResult {...filters} /> : empty;
}

/** A page beyond the end of the list. */
function EmptyPage({ onFirst }: { onFirst: () => void }) {
  const focusHandoffRef = useFocusHandoff();
  return (
    <EmptyState
      title={tableStatesTexts.thisPageIsEmpty}
      action={
        <Button ref={focusHandoffRef} onClick={onFirst}>
          {tableStatesTexts.goToFirstPage}
        </Button>
      }
    >
      {tableStatesTexts.theListIsNowShorter}
    </EmptyState>
  );
}

export function SkeletonRows<Row>({
  columns,
  count,
  boxed = false,
}: {
  columns: readonly FittedColumn<Row>[];
  count: number;
  /** Whether a checkbox column comes first. */
  boxed?: boolean;
}) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a skeleton takes no focus
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
      key={row}
      aria-hidden="true"
      className={cardClass(columns)}
    >
      {boxed ? <td className="h-8 border-b border-line max-sm:hidden" /> : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={clsx(
            "h-8 border-b border-line px-2.5 max-sm:h-6 max-sm:border-0 max-sm:px-0 max-sm:pt-1.5",
            cardCellClass(column),
            column.leftOut,
          )}
        >
          <Skeleton
            className={clsx(
              "h-3 max-w-full",
              column.align === "right" && "sm:ml-auto",
              widths[(row + index) % widths.length],
            )}
          />
        </td>
      ))}
    </tr>
  ));
}

const widths = ["w-16", "w-24", "w-20", "w-28", "w-14"] as const;
