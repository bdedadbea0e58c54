import clsx from "clsx";
import { ErrorState } from "@/components/ui/error-state";
import { tableStatusBarTexts } from "./data-table-messages.ts";
import { TableFooter } from "./table-footer.tsx";
import type { TablePaging } from "./table-paging.ts";

/** Why the rows could not be read or refreshed. */
interface TableFailure {
  error: unknown;
  onRetry: (() => void) | undefined;
  retrying: boolean;
}

/** Below the rows: a failed refresh, and paging. Absent when there is neither. The age of stale rows is beside the title. */
export function TableStatusBar({
  rowCount,
  loading,
  awaited,
  failure,
  paging,
  sticky,
}: {
  /** Undefined before the first response. */
  rowCount: number | undefined;
  loading: boolean;
  awaited: boolean;
  failure: TableFailure | undefined;
  paging: TablePaging | undefined;
  sticky: boolean;
}) {
  if (rowCount === undefined && !loading) return null;
  const nothingToPage = rowCount === 0 && paging?.offset === 0 && !paging.hasMore;
  const hasPaging = paging !== undefined && !nothingToPage;
  if (!hasPaging && failure === undefined) return null;
  return (
    <div
      className={clsx(
        "grid gap-2 py-2",
        sticky && "sticky bottom-[var(--acts-height,0px)] z-10 -mt-px border-t border-line bg-bg",
        // On a phone paging is at the end of the list; what is wrong with it stays in view.
        failure === undefined && "max-sm:static",
      )}
    >
      {failure !== undefined && rowCount !== undefined ? (
        <ErrorState shape="strip" title={tableStatusBarTexts.notUpToDate} {...failure} />
      ) : null}
      {hasPaging ? (
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <TableFooter paging={paging} shown={loading || awaited ? undefined : rowCount} />
        </div>
      ) : null}
    </div>
  );
}
