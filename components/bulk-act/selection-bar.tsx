"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { selectionBarTexts } from "./bulk-act-messages.ts";

/** Floats above the foot of a list while some of its items are selected: how many, and the acts on them. */
export function SelectionBar({
  label,
  text,
  note,
  onClear,
  children,
}: {
  label: string;
  /** `3 browsers selected`. */
  text: string;
  /** Why not all can be acted on. */
  note?: string | undefined;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-11 z-20 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-enter max-sm:bottom-[calc(8px+max(var(--tray-height,0px),var(--acts-height,36px)))]"
    >
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {text}
        </p>
        {note === undefined ? null : <p className="text-caption text-warn">{note}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {children}
        <IconButton label={selectionBarTexts.clearSelection} onClick={onClear}>
          <X />
        </IconButton>
      </div>
    </section>
  );
}
