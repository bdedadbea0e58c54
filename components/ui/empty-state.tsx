import type { ReactNode } from "react";
import { StatusGlyph } from "./status-glyph.tsx";

/** An empty view: its purpose, and one action. `bad`: it is empty because something is wrong. */
export function EmptyState({
  title,
  tone,
  children,
  action,
}: {
  title: string;
  tone?: "bad";
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      {tone === undefined ? (
        <p className="font-medium">{title}</p>
      ) : (
        <p className="flex items-center gap-1.5 font-medium text-bad">
          <StatusGlyph glyph="cross" />
          {title}
        </p>
      )}
      {children === undefined ? null : <div className="max-w-md text-balance text-ink-2">{children}</div>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
