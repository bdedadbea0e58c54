import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border border-line bg-raised px-1 font-mono text-caption text-ink-3">
      {children}
    </kbd>
  );
}
