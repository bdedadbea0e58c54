"use client";

import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { actFailureMessage } from "@/lib/format/error-message";
import { visibleMarks } from "@/lib/format/visible-marks";
import { Button } from "./button.tsx";
import { panelClass, scrimClass } from "./dialog-class.ts";
import { ReasonField, useReason } from "./reason-field.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { notify } from "./toast.tsx";
import { TypedField, typedReason } from "./typed-field.tsx";
import { dialogButtonsTexts } from "./ui-messages.ts";
import { confirmDialogViewTexts } from "./ui-on-demand-messages.ts";
import { useTextDraft } from "./use-draft.ts";
import { useEarlyEscape } from "./use-early-escape.ts";
import { useGone } from "./use-gone.ts";
import { withVisibleMarks } from "./visible-marks.ts";

interface ConfirmDialogParts {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What will be done to which object: `End session htzv5o…ifpbv?` */
  title: ReactNode;
  /** What follows from it: `Chromium stops; 2 clients are connected.` */
  effect: ReactNode;
  confirmLabel: string;
  /** What not doing it is called; say it where the act is itself called cancelling. */
  dismissLabel?: string;
  tone?: "danger" | "primary";
  /** What has to be typed first: the name of what is lost. */
  typed?: string;
  /** Why it cannot be done: said at once. */
  blocked?: string | undefined;
  /** Does the act; the dialog closes when the promise is fulfilled. Receives the trimmed reason. */
  onConfirm: (reason: string) => Promise<void> | void;
  children?: ReactNode;
}

/**
 * Whether it asks for a reason, and under which name that is kept until the act is done or dismissed: the act and what it is
 * done to, since a reason that is restored may stand beside nothing else.
 */
export type ReasonSetting =
  | { reason?: "none"; draft?: undefined }
  | { reason: "optional" | "required"; draft: string };

export type ConfirmDialogProps = ConfirmDialogParts & ReasonSetting;

/** The dialog itself. */
export function ConfirmDialogView({
  open,
  onOpenChange,
  title,
  effect,
  confirmLabel,
  dismissLabel = dialogButtonsTexts.cancel,
  tone = "danger",
  reason = "none",
  draft,
  typed,
  blocked,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [name, setName] = useState("");
  const kept = useTextDraft(draft, open);
  const why = useReason(kept, { required: reason === "required", open });
  const { pending, error, fire } = useConfirmation({
    open,
    onOpenChange,
    onConfirm,
    kept,
    reason: why.reason,
    act: typeof title === "string" ? title.replace(/\?$/, "") : confirmLabel,
  });
  const change = (next: boolean) => (pending ? undefined : onOpenChange(next));
  const listenToEscape = useEarlyEscape(() => change(false));
  const cancel = useRef<HTMLButtonElement>(null);
  const focus = useReturnFocus();
  const missing = blocked ?? (typed === undefined ? undefined : typedReason(typed, name));
  const fault = error ?? blocked;
  useEffect(() => {
    if (!open) setName("");
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={`${panelClass} max-w-md`}
          onOpenAutoFocus={(event) => {
            focus.onOpen();
            listenToEscape();
            event.preventDefault();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={focus.onClose}
        >
          <div className="grid gap-3 overflow-y-auto p-4">
            <Radix.Title className="text-lead font-semibold break-words">
              {withVisibleMarks(title)}
            </Radix.Title>
            <Radix.Description asChild>
              <div className="text-ink-2 break-words">{withVisibleMarks(effect)}</div>
            </Radix.Description>
            {children}
            {typed === undefined ? null : (
              <TypedField wanted={typed} typed={name} onType={setName} readOnly={pending} />
            )}
            {reason === "none" ? null : (
              <ReasonField {...why.field} optional={reason === "optional"} readOnly={pending} />
            )}
            {fault === undefined ? null : (
              <p role="alert" className="text-label text-bad break-words">
                {visibleMarks(fault)}
              </p>
            )}
          </div>
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
            <Radix.Cancel asChild>
              <Button
                ref={cancel}
                onClick={kept.forget}
                disabledReason={pending ? confirmDialogViewTexts.inProgress : undefined}
              >
                {dismissLabel}
              </Button>
            </Radix.Cancel>
            <Button
              variant={tone === "danger" ? "danger" : "primary"}
              pending={pending}
              disabledReason={missing}
              onClick={() => (why.isGiven() ? void fire() : undefined)}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** How the act of an opening of the dialog goes. */
function useConfirmation({
  open,
  onOpenChange,
  onConfirm,
  kept,
  reason,
  act,
}: Pick<ConfirmDialogProps, "open" | "onOpenChange" | "onConfirm"> & {
  /** What it does: `End session htzv5o…ifpbv`. */
  act: string;
  kept: ReturnType<typeof useTextDraft>;
  reason: string;
}) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  /** From the press until the act has failed or the dialog opens again: while it leaves, its buttons can be pressed. */
  const firing = useRef(false);
  const gone = useGone();

  useEffect(() => {
    if (open) {
      firing.current = false;
      return;
    }
    setError(undefined);
  }, [open]);

  const fire = async () => {
    // State is not yet rendered between two clicks of one frame; the ref is.
    if (firing.current) return;
    firing.current = true;
    setPending(true);
    setError(undefined);
    try {
      await onConfirm(reason);
      kept.forget();
      onOpenChange(false);
    } catch (thrown) {
      firing.current = false;
      if (gone.current) notify.notDone(confirmDialogViewTexts.notDone(act), thrown);
      else setError(actFailureMessage(thrown));
    } finally {
      setPending(false);
    }
  };
  return { pending, error, fire };
}
