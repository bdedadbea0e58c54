import type { ReactNode } from "react";

/** Title, actions of the page, and the freshness of its data. */
export function PageHeader({
  title,
  badge,
  actions,
  freshness,
}: {
  title: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  /** A `DataFreshness`. */
  freshness?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-h-8 min-w-0 items-center gap-2.5">
          <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{title}</h1>
          {badge}
        </div>
        {freshness}
      </div>
      {actions === undefined ? null : (
        <div className="flex min-h-8 flex-wrap items-center gap-2 self-start">{actions}</div>
      )}
    </header>
  );
}
