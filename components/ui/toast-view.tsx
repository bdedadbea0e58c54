"use client";

import { CircleCheck, CircleX, Info } from "lucide-react";
import { type FocusEvent, useEffect, useRef } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { visibleMarks } from "@/lib/format/visible-marks";
import { paces } from "@/lib/paces";
import { focusAround, isFocusLost } from "./return-focus.ts";
import { toastViewTexts } from "./ui-on-demand-messages.ts";

export interface Notice {
  readonly tone: "success" | "error" | "info";
  readonly title: string;
  readonly detail: string | undefined;
}

/** Displays what `take` returns, each time `waiting` changes. */
export function ToastView({ waiting, take }: { waiting: readonly Notice[]; take: () => readonly Notice[] }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new notices are the trigger
  useEffect(() => {
    for (const { tone, title, detail } of take())
      toast[tone](visibleMarks(title), {
        ...(detail === undefined ? {} : { description: visibleMarks(detail) }),
        ...(tone === "error" ? { duration: paces.shown.failureMs } : {}),
      });
  }, [waiting, take]);

  const box = useRef<HTMLDivElement>(null);
  /** While a notice has the focus: where that came from. */
  const cameFrom = useRef<{ element: Element | null }>(undefined);
  const keepFocus = (event: FocusEvent) => {
    event.stopPropagation();
    cameFrom.current ??= { element: event.relatedTarget };
  };
  const releaseFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = undefined;
  };
  useEffect(() => {
    if (box.current === null) return;
    const removals = new MutationObserver(() => {
      if (cameFrom.current === undefined || !isFocusLost()) return;
      focusAround(cameFrom.current.element);
      cameFrom.current = undefined;
    });
    removals.observe(box.current, { childList: true, subtree: true });
    return () => removals.disconnect();
  }, []);

  return (
    // The library remembers where the focus came from, and sends it back there when it goes on: Tab would never get past.
    // Only from a notice that is removed it goes back.
    <div ref={box} className="contents" onFocusCapture={keepFocus} onBlurCapture={releaseFocus}>
      <Sonner
        position="bottom-right"
        gap={8}
        // Above the tray of watched invocations, and on a phone above the acts of the page, where there are any.
        offset={{ bottom: "calc(12px + var(--tray-height, 12px))" }}
        mobileOffset={{ bottom: "calc(8px + max(var(--tray-height, 8px), var(--acts-height, 0px)))" }}
        containerAriaLabel={toastViewTexts.notices}
        icons={{
          success: <CircleCheck className="size-4 text-ok" />,
          error: <CircleX className="size-4 text-bad" />,
          info: <Info className="size-4 text-ink-3" />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              "flex w-full items-start gap-2.5 rounded-lg border border-line-strong bg-raised px-3 py-2.5 text-base text-ink shadow-float font-sans",
            icon: "mt-0.5 shrink-0",
            content: "min-w-0 break-words",
            title: "font-medium",
            description: "text-ink-2",
          },
        }}
      />
    </div>
  );
}
