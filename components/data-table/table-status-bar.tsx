import clsx from "clsx";
import { ErrorState } from "@/components/ui/error-state";
import { tableStatusBarTexts } from "./data-table-messages.ts";
import { TableFooter } from "./table-footer.tsx";
import type { TablePaging } from "./table-paging.ts";
import { StaleSince } from "./table-states.tsx";

/** Why the rows could not be read or refreshed. */
interface TableFailure {
  error: unknown;
  onRetry: (() => void) | undefined;
  retrying: boolean;
}

/** Below the rows: a failed refresh, the age of the rows, and paging. Absent when there is none of these. */
export function TableStatusBar({
  rowCount,
  loading,
  awaited,
  failure,
  staleSinceMs,
  paging,
  sticky,
}: {
  /** Undefined before the first response. */
  rowCount: number | undefined;
  loading: boolean;
  awaited: boolean;
  failure: TableFailure | undefined;
  staleSinceMs: number | undefined;
  paging: TablePaging | undefined;
  sticky: boolean;
}) {
  if (rowCount === undefined && !loading) return null;
  const nothingToPage = rowCount === 0 && paging?.offset === 0 && !paging.hasMore;
  const hasPaging = paging !== undefined && !nothingToPage;
  if (!hasPaging && staleSinceMs === undefined && failure === undefined) return null;
  return (
    <div
      className={clsx(
        "grid gap-2 py-2",
        sticky && "sticky bottom-[var(--acts-height,0px)] z-10 -mt-px border-t border-line bg-bg",
        // On a phone paging is at the end of the list; what is wrong with it stays in view.
        failure === undefined && staleSinceMs === undefined && "max-sm:static",
      )}
    >
      {failure !== undefined && rowCount !== undefined ? (
        <ErrorState shape="strip" title={tableStatusBarTexts.notUpToDate} {...failure} />
      ) : null}
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        {staleSinceMs === undefined ? null : <StaleSince atMs={staleSinceMs} />}
        {hasPaging ? <TableFooter paging={paging} shown={loading || awaited ? undefined : rowCount} /> : null}
      </div>
    </div>
  );
}
