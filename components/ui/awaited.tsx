import type { ReactNode } from "react";

/** What answers the question before, in the place of an answer that is on its way. */
export function Awaited({ awaited, children }: { awaited: boolean; children: ReactNode }) {
  return (
    <div
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 ${awaited ? "opacity-50 transition-opacity" : ""}`}
      aria-busy={awaited || undefined}
    >
      {children}
    </div>
  );
}
