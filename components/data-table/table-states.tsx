"use client";

import clsx from "clsx";
import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { StaleBadge } from "@/components/ui/status-badge";
import { useClockText } from "@/components/ui/use-now";
import { formatAge } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import type { Column } from "./column.ts";
import type { TablePaging } from "./table-paging.ts";

/** Takes one line, empty or not, so that the rows do not move when new ones are offered. */
export function NewRows({
  count,
  onShow,
  sticky,
  onGone,
  children,
}: {
  count: number;
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
        "pointer-events-none z-20 flex min-h-7 items-center justify-center gap-2",
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
          {formatCount(count)} new
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
}

function NoResult({ names, onClear }: TableFilters) {
  const focusHandoffRef = useFocusHandoff();
  const clear = (
    <Button ref={focusHandoffRef} onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <EmptyState title="Nothing matches" {...(onClear === undefined ? {} : { action: clear })}>
      Hidden by: {names.join(", ")}.
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
      title="Nothing this far down"
      action={
        <Button ref={focusHandoffRef} onClick={onFirst}>
          To the first page
        </Button>
      }
    >
      The list has become shorter, or the address is old.
    </EmptyState>
  );
}

export function StaleSince({ atMs }: { atMs: number }) {
  return (
    <span>
      <StaleBadge age={useClockText((nowMs) => formatAge(nowMs - atMs), "")} />
    </span>
  );
}

export function SkeletonRows<Row>({
  columns,
  count,
  boxed = false,
}: {
  columns: readonly Column<Row>[];
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
      className="max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-2 max-sm:border-b max-sm:border-line max-sm:px-1 max-sm:py-2"
    >
      {boxed ? <td className="h-8 border-b border-line max-sm:hidden" /> : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={clsx(
            "h-8 border-b border-line px-2.5 max-sm:flex max-sm:h-6 max-sm:items-center max-sm:border-0 max-sm:px-0",
            index > 1 && "max-sm:col-span-2",
            column.hideOnPhone === true && "max-sm:hidden",
            column.hideWhenNarrow === true && "sm:@max-4xl:hidden",
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
