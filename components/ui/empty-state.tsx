import type { ReactNode } from "react";

/** An empty view: its purpose, and one action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children === undefined ? null : <div className="max-w-md text-ink-2">{children}</div>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
