"use client";

import { useId, useState } from "react";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { nameOfPath, pathInFolder } from "@/lib/bff/instance-path";
import { formatBytes } from "@/lib/format/numbers";
import type { Place } from "@/lib/queries/files";
import { fileMoveDialogTexts } from "./file-messages.ts";
import { moveFaults } from "./file-move-rules.ts";
import type { FileMoves } from "./file-moves.ts";

const schema = z.object({ from: z.string(), to: z.string() }).check(({ value, issues }) => {
  for (const [field, message] of Object.entries(moveFaults(value.from, value.to)))
    issues.push({ code: "custom", input: value, path: [field], message });
});

interface LookedUp {
  readonly from: string;
  readonly to: string;
  readonly place: Place;
}

/** Moves or renames by two paths. Looks up the destination first, and shows what would be replaced. */
export function FileMoveDialog({
  files,
  path,
  onMoved,
  onClose,
}: {
  files: FileMoves;
  /** The path to move; empty: to be typed. */
  path: string;
  onMoved: (move: { from: string; to: string }) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useSchemaForm({ schema, defaultValues: { from: path, to: path } });
  const [folder, setFolder] = useState<string>();
  const [error, setError] = useState<unknown>();
  /** The move to be confirmed, as its destination was looked up: the fields may have been changed meanwhile. */
  const [confirming, setConfirming] = useState<LookedUp>();
  const { isSubmitting: pending } = form.formState;
  const send = async ({ from, to, place: { state } }: LookedUp) => {
    await files.move(from, to, state);
    onMoved({ from, to });
    onClose();
  };
  const submit = form.handleSubmit(async ({ from, to }) => {
    setFolder(undefined);
    setError(undefined);
    try {
      const place = await files.look(to);
      if (place.state === "taken" && place.info.is_dir) setFolder(to);
      else if (place.state === "free") await send({ from, to, place });
      else setConfirming({ from, to, place });
    } catch (thrown) {
      setError(thrown);
    }
  });

  return (
    <>
      <Dialog
        open={confirming === undefined}
        onOpenChange={(open) => (open ? undefined : onClose())}
        pending={pending}
        title={fileMoveDialogTexts.moveOrRename}
        description={fileMoveDialogTexts.bothPathsWrittenAudit}
        foot={
          <DialogButtons
            formId={formId}
            submitLabel={fileMoveDialogTexts.move}
            pending={pending}
            onDismiss={onClose}
          />
        }
      >
        <form id={formId} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
          <TextField form={form} name="from" label={fileMoveDialogTexts.from} mono spellCheck={false} />
          <TextField
            form={form}
            name="to"
            label={fileMoveDialogTexts.to}
            hint={fileMoveDialogTexts.absolutePathEndingNewName}
            mono
            spellCheck={false}
            autoFocus={path !== ""}
          />
          {folder === undefined ? null : (
            <div role="alert" className="flex flex-wrap items-center gap-2 text-label text-bad">
              <span className="min-w-0 break-all">{fileMoveDialogTexts.isAFolder(folder)}</span>
              <Button
                size="sm"
                onClick={() => {
                  form.setValue("to", pathInFolder(folder, nameOfPath(form.getValues("from"))));
                  setFolder(undefined);
                }}
              >
                {fileMoveDialogTexts.moveIntoThisFolder}
              </Button>
            </div>
          )}
          {error === undefined ? null : (
            <ErrorState error={error} title={fileMoveDialogTexts.notMoved} shape="strip" />
          )}
        </form>
      </Dialog>
      {confirming === undefined ? null : (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setConfirming(undefined))}
          title={
            confirming.place.state === "taken"
              ? fileMoveDialogTexts.replace(nameOfPath(confirming.to))
              : fileMoveDialogTexts.moveToWithoutACheck(nameOfPath(confirming.to))
          }
          effect={<Warning {...confirming} />}
          confirmLabel={
            confirming.place.state === "taken" ? fileMoveDialogTexts.replaceLabel : fileMoveDialogTexts.move
          }
          onConfirm={() => send(confirming)}
        />
      )}
    </>
  );
}

function Warning({ to, place }: LookedUp) {
  if (place.state === "taken") {
    return (
      <>
        {fileMoveDialogTexts.thereIsAFileAt}
        <code className="break-all">{to}</code>
        {fileMoveDialogTexts.changed(formatBytes(place.info.size_bytes))}
        <RelativeTime at={place.info.mod_time} />
        {fileMoveDialogTexts.replacedCannotRestored}
      </>
    );
  }
  return (
    <>
      {fileMoveDialogTexts.apiDoesNotListFiles}
      <code className="break-all">{to}</code>
      {fileMoveDialogTexts.ifThereOneReplacedCannot}
    </>
  );
}
