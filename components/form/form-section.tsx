"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

/** Fields that few need, folded. A fault in one of them unfolds it. */
export function FoldedFields({
  title,
  hasFault,
  children,
}: {
  title: string;
  hasFault: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const open = unfolded || hasFault;
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setUnfolded(!open)}
        className="flex h-8 w-fit items-center gap-1 rounded-md pr-2 text-ink-2 hover:text-ink"
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-4 transition-transform ${open ? "rotate-90" : ""}`}
        />
        {title}
      </button>
      {/* Mounted while folded: a form knows only fields that are there. */}
      <div id={id} hidden={!open} className={open ? "grid gap-4" : undefined}>
        {children}
      </div>
    </div>
  );
}
