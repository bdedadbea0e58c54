"use client";

import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "@/components/ui/button";
import { usePublishedHeight } from "@/components/ui/use-published-height";
import { selectionBarTexts } from "./bulk-act-messages.ts";

/**
 * Floats above the foot of a list while some of its items are selected: how many, and the acts on them. On a phone it stands
 * on the bar of the page's own acts, which stay where they are.
 */
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
  const bar = useRef<HTMLElement>(null);
  usePublishedHeight(bar, "--selection-height");
  return (
    <section
      ref={bar}
      aria-label={label}
      data-selection-bar=""
      className="sticky bottom-11 z-20 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-enter max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--page-acts-height,0px) max-sm:w-auto max-sm:max-w-none max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-4 max-sm:py-2"
    >
      <div className="mr-1.5 min-w-0 max-sm:mr-0 max-sm:flex-1">
        <p role="status" className="font-medium">
          {text}
        </p>
        {note === undefined ? null : <p className="text-caption text-warn">{note}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:w-full max-sm:*:h-10! max-sm:*:flex-1 max-sm:[&_svg]:hidden">
        {children}
      </div>
      <IconButton label={selectionBarTexts.clearSelection} onClick={onClear}>
        <X />
      </IconButton>
    </section>
  );
}
