import type { ReactNode } from "react";

/** Title, what can be done here, and the small print: age, source, completeness. */
export function PageHeader({
  title,
  badge,
  actions,
  truth,
}: {
  title: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  /** A `TruthLine`. */
  truth?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-h-8 min-w-0 items-center gap-2.5">
          <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{title}</h1>
          {badge}
        </div>
        {truth}
      </div>
      {actions === undefined ? null : (
        <div className="flex min-h-8 flex-wrap items-center gap-2 self-start">{actions}</div>
      )}
    </header>
  );
}
