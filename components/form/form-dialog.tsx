"use client";

import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ErrorState } from "@/components/ui/error-state";
import { ProgressStatus } from "@/components/ui/progress-status";
import { formDialogTexts } from "./form-messages.ts";
import { TextField } from "./schema-form.tsx";
import type { FormDialogState } from "./use-form-dialog.ts";

/** A dialog with a form: its fields, what a failed save says that no field shows, and the buttons. */
export function FormDialog({
  dialog,
  title,
  description,
  width,
  submitLabel,
  failedTitle,
  disabledReason,
  effect,
  progress,
  children,
}: {
  dialog: FormDialogState;
  title: ReactNode;
  description?: ReactNode;
  width?: "sm" | "md" | "lg";
  submitLabel: string;
  /** Title of a failure: `Not created`. */
  failedTitle: string;
  /** Why it cannot be saved: the role that may. */
  disabledReason?: string | undefined;
  /** What saving does and costs, in one line. */
  effect?: ReactNode;
  /** How far saving is, in place of `effect`. */
  progress?: ComponentProps<typeof ProgressStatus> | undefined;
  children: ReactNode;
}) {
  const { formId, pending, failure, discarding, restored } = dialog;
  useEffect(() => dialog.nameFailure(failedTitle));
  const notice =
    failure === null && effect === undefined && progress === undefined ? undefined : (
      <div className="grid gap-2">
        {progress !== undefined ? (
          <p className="text-label text-balance text-ink-2">
            <ProgressStatus {...progress} />
          </p>
        ) : effect === undefined ? null : (
          <p role="status" className="text-label text-balance text-ink-2">
            {effect}
          </p>
        )}
        {failure === null ? null : <ErrorState shape="strip" error={failure} title={failedTitle} />}
      </div>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : dialog.close())}
      pending={pending}
      title={title}
      {...(description === undefined ? {} : { description })}
      {...(width === undefined ? {} : { width })}
      notice={notice}
      foot={
        discarding ? (
          <DiscardQuestion onKeep={dialog.keep} onDiscard={dialog.discard} />
        ) : (
          <DialogButtons
            formId={formId}
            submitLabel={submitLabel}
            pending={pending}
            disabledReason={disabledReason}
            onDismiss={dialog.close}
          />
        )
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        noValidate
        onKeyDown={(event) => {
          // Enter alone begins a line in a text of several.
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
          event.preventDefault();
          if (!pending && !discarding) event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (disabledReason === undefined) dialog.submit();
        }}
      >
        {children}
        {restored ? (
          <div className="flex flex-wrap items-center gap-2 text-label text-ink-2">
            <p role="status">
              {restored === "stored"
                ? formDialogTexts.restoredWithoutSecrets
                : formDialogTexts.changesRestored}
            </p>
            <Button size="sm" onClick={dialog.startOver}>
              {formDialogTexts.startOver}
            </Button>
          </div>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Which fields of a restored draft replace what somebody else changed meanwhile. */
export function ReplacedFields({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return <span className="block text-warn">{formDialogTexts.changedSince(names.join(", "))}</span>;
}

/** In place of the buttons: whether what was typed may go. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <p role="alert" className="mr-auto self-center">
        {formDialogTexts.discardYourChanges}
      </p>
      <Button ref={keep} onClick={onKeep}>
        {formDialogTexts.keepEditing}
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        {formDialogTexts.discard}
      </Button>
    </>
  );
}

/** The longest reason that the audit stores. */
const reasonMax = 500;

/** Why something is done, for the audit. */
export function ReasonField<Values extends FieldValues>({
  form,
  name,
  optional = true,
}: {
  form: Pick<UseFormReturn<Values>, "formState" | "getFieldState" | "register">;
  name: FieldPath<Values>;
  optional?: boolean;
}) {
  return (
    <TextField
      form={form}
      name={name}
      label={formDialogTexts.reason}
      optional={optional}
      hint={formDialogTexts.writtenToTheAudit}
      maxLength={reasonMax}
    />
  );
}
