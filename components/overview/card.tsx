import type { ReactNode } from "react";

/** A titled section of the overview. */
export function Card({
  title,
  info,
  actions,
  className = "",
  children,
}: {
  title: string;
  /** Beside the title: a `DataFreshness`, or a link. */
  info?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={`min-w-0 rounded-lg border border-line px-3.5 py-3 ${className}`}>
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        {info}
        {actions === undefined ? null : <div className="ml-auto">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
