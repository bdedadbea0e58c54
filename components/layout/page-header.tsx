import clsx from "clsx";
import type { ReactNode } from "react";
import { withVisibleMarks } from "@/components/ui/visible-marks";
import { PageActs } from "./page-acts.tsx";

/** Title, filters and actions of the page, and the freshness of its data. */
export function PageHeader({
  title,
  badge,
  filters,
  actions,
  primary,
  freshness,
  details,
}: {
  title: ReactNode;
  badge?: ReactNode;
  /** What the page shows; on a phone a line below the title. */
  filters?: ReactNode;
  /** Folded on a phone. */
  actions?: ReactNode;
  /** The primary act, with what belongs to it. */
  primary?: ReactNode;
  /** A `DataFreshness`. */
  freshness?: ReactNode;
  /** One line below the title: what the thing belongs to. */
  details?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center gap-2">
      <div className="mr-2 min-w-0 flex-1 basis-56">
        <div className="flex min-h-8 min-w-0 items-center gap-2.5">
          <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">
            {withVisibleMarks(title)}
          </h1>
          {badge}
          {freshness}
        </div>
        {details === undefined ? null : <p className="text-caption text-ink-3">{details}</p>}
      </div>
      {filters === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2 self-start max-sm:w-full max-sm:*:first:min-w-0 max-sm:*:first:grow">
          {filters}
        </div>
      )}
      {actions === undefined && primary === undefined ? null : (
        // Below the filters where there is no room beside them, then at the end of the line as they are.
        <div className={clsx("self-start max-sm:contents", filters !== undefined && "ml-auto")}>
          <PageActs primary={primary}>{actions}</PageActs>
        </div>
      )}
    </header>
  );
}
