"use client";

import clsx from "clsx";
import { ChevronUp } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { pageActsTexts } from "./layout-messages.ts";

/**
 * The acts of a page: beside its title; on a phone in a bar at the bottom of the screen, the primary one first and the
 * others folded above it.
 */
export function PageActs({ primary, children }: { primary?: ReactNode; children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: PointerEvent) => {
      // A dialog or menu that an act opened is outside the page.
      if (target instanceof Element && target.closest("[data-page]") && !bar.current?.contains(target))
        setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape folds what the button in it unfolds
    <div
      ref={bar}
      data-page-acts=""
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open || !bar.current?.contains(document.activeElement)) return;
        event.stopPropagation();
        setOpen(false);
        toggle.current?.focus();
      }}
      className="flex min-h-8 flex-wrap items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:border-t max-sm:border-line max-sm:bg-bg max-sm:px-4 max-sm:py-2"
    >
      {children === undefined ? null : (
        <div
          id={id}
          className={clsx(
            "flex flex-wrap items-center gap-2 max-sm:w-full max-sm:pb-1",
            open ? undefined : "max-sm:hidden",
          )}
        >
          {children}
        </div>
      )}
      {primary === undefined ? null : (
        <span className="flex items-center gap-2 max-sm:flex-1 max-sm:*:h-10! max-sm:*:first:flex-1">
          {primary}
        </span>
      )}
      {children === undefined ? null : (
        <Button
          ref={toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={clsx("h-10! sm:hidden", primary === undefined && "flex-1")}
        >
          {primary === undefined ? pageActsTexts.actions : pageActsTexts.more}
          <ChevronUp className={clsx("transition-transform", open && "rotate-180")} />
        </Button>
      )}
    </div>
  );
}
