import type { ReactNode } from "react";

/** Dims content of the previous query while the next one loads. */
export function PendingContent({ awaited, children }: { awaited: boolean; children: ReactNode }) {
  return (
    <div
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 ${awaited ? "opacity-50 transition-opacity" : ""}`}
      aria-busy={awaited || undefined}
    >
      {children}
    </div>
  );
}
