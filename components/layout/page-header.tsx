import type { ReactNode } from "react";

/** Title, actions of the page, and the freshness of its data. */
export function PageHeader({
  title,
  badge,
  actions,
  freshness,
  details,
}: {
  title: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  /** A `DataFreshness`. */
  freshness?: ReactNode;
  /** One line below the title: what the thing belongs to. */
  details?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-h-8 min-w-0 items-center gap-2.5">
          <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{title}</h1>
          {badge}
          {freshness}
        </div>
        {details === undefined ? null : <p className="text-caption text-ink-3">{details}</p>}
      </div>
      {actions === undefined ? null : (
        <div className="flex min-h-8 flex-wrap items-center gap-2 self-start">{actions}</div>
      )}
    </header>
  );
}
