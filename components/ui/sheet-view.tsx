"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { ignoreHandledEscape } from "./escape-handling.ts";
import { useReturnFocus } from "./return-focus.ts";
import { sheetViewTexts } from "./ui-on-demand-messages.ts";
import { withVisibleMarks } from "./visible-marks.ts";

export interface SheetProps {
  open: boolean;
  /** What it shows. With another the sheet stays, and its content starts over. */
  of?: string;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The sheet itself. */
export function SheetView({ open, of, onOpenChange, title, actions, children }: SheetProps) {
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      {/* The portal of Radix draws what is in it in one go, once the sheet is there: a key would wait for that. */}
      {createPortal(
        <Radix.Content
          data-sheet=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.onOpen(event);
            event.preventDefault();
          }}
          onCloseAutoFocus={focus.onClose}
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={ignoreHandledEscape}
          className="fixed inset-y-0 right-0 z-30 flex w-full flex-col border-l border-line bg-raised sm:top-12 sm:w-[440px] max-[1279px]:shadow-float data-[state=open]:animate-slide-in data-[state=closed]:animate-slide-out"
        >
          <div className="flex min-h-12 items-center gap-2 border-b border-line py-2 pr-2 pl-4 max-sm:flex-wrap">
            <Radix.Title asChild>
              <h2 className="flex min-w-0 flex-1 items-center gap-2 font-semibold">
                {withVisibleMarks(title)}
              </h2>
            </Radix.Title>
            {/* On a phone below the title, which they would cut to a letter. All as high as a finger needs. */}
            {actions === undefined ? null : (
              <div
                key={of}
                className="flex items-center gap-2 max-sm:order-1 max-sm:w-full pointer-coarse:[&_:is(button,a)]:h-9 pointer-coarse:[&_:is(button,a)]:min-w-9"
              >
                {actions}
              </div>
            )}
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label={sheetViewTexts.close}>
                <X />
              </Button>
            </Radix.Close>
          </div>
          <div key={of} className="min-h-0 flex-1 overflow-y-auto p-4">
            {children}
          </div>
        </Radix.Content>,
        document.body,
      )}
    </Radix.Root>
  );
}
