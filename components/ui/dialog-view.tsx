"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { Button } from "./button.tsx";
import { panelClass, scrimClass } from "./dialog-class.ts";
import { useReturnFocus } from "./return-focus.ts";
import { dialogViewTexts } from "./ui-on-demand-messages.ts";
import { useEarlyEscape } from "./use-early-escape.ts";
import { withVisibleMarks } from "./visible-marks.ts";

const widths = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-3xl" } as const;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  foot?: ReactNode;
  /** Above the foot, in view however far the body is scrolled. */
  notice?: ReactNode;
  width?: "sm" | "md" | "lg";
  /** What is focused on opening; the first thing in the body where it is left out. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** There is nothing in the body but text: the body itself takes the focus, so that keys scroll it. */
  reading?: boolean;
  /** What was requested here is under way: the dialog stays until that is answered, so that a failure is shown in it
   *  and a success closes no later one. A button of its own that dismisses has to be disabled beside this. */
  pending?: boolean;
  /** What it shows is gone for good when it closes: a button closes it, no Escape and no click beside it. */
  byButtonOnly?: boolean;
  children?: ReactNode;
}

/** The dialog itself. */
export function DialogView({
  open,
  onOpenChange,
  title,
  description,
  foot,
  notice,
  width = "md",
  initialFocus,
  reading = false,
  pending = false,
  byButtonOnly = false,
  children,
}: DialogProps) {
  const focus = useReturnFocus();
  const change = (next: boolean) => (pending ? undefined : onOpenChange(next));
  const listenToEscape = useEarlyEscape(() => (byButtonOnly ? undefined : change(false)));
  const stay = (event: Event) => {
    if (byButtonOnly) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          data-modal=""
          className={`${panelClass} ${widths[width]}`}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          onOpenAutoFocus={(event) => {
            focus.onOpen();
            listenToEscape();
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={focus.onClose}
          onKeyDown={(event) => {
            // From the last control to the first and back the library moves the focus without scrolling.
            if (event.key === "Tab")
              queueMicrotask(() => document.activeElement?.scrollIntoView({ block: "nearest" }));
          }}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
        >
          <div className="flex items-start gap-3 border-b border-line py-3 pr-12 pl-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lead font-semibold">{withVisibleMarks(title)}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mt-0.5 text-ink-2">
                  {withVisibleMarks(description)}
                </Radix.Description>
              )}
            </div>
          </div>
          <div
            className={clsx(
              "focus-inset min-h-0 flex-1 overflow-y-auto p-4",
              // It is focused from the start: a thin line says where keys go.
              reading &&
                "focus-visible:outline-1! focus-visible:-outline-offset-1! focus-visible:outline-ink-3!",
            )}
            {...(reading ? { tabIndex: 0, role: "group", "aria-label": dialogViewTexts.text } : {})}
          >
            {children}
          </div>
          {notice || foot !== undefined ? (
            <div className="grid gap-3 border-t border-line px-4 py-3">
              {notice}
              {foot === undefined ? null : (
                <div className="flex flex-wrap items-center justify-end gap-2">{foot}</div>
              )}
            </div>
          ) : null}
          {/* Last in order: opening focuses the first thing to fill in. */}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={dialogViewTexts.close}
              className="!absolute top-3 right-3"
              disabledReason={pending ? dialogViewTexts.inProgress : undefined}
            >
              <X />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
