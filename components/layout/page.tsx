import type { ReactNode } from "react";

/** The padded column of an ordinary page; a full-screen workbench does without. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 max-sm:gap-3 max-sm:py-3 sm:p-5">
      {children}
    </div>
  );
}
