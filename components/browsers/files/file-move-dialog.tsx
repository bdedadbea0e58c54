"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { nameOfPath, pathInFolder } from "@/lib/bff/instance-path";
import { formatBytes } from "@/lib/format/numbers";
import type { Place } from "@/lib/queries/files";
import { fileHistoryTexts, fileMoveDialogTexts } from "./file-messages.ts";
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
  id,
  files,
  path,
  onMoved,
  onClose,
}: {
  id: string;
  files: FileMoves;
  /** The path to move; empty: to be typed. */
  path: string;
  onMoved: (move: { from: string; to: string }) => void;
  onClose: () => void;
}) {
  const [folder, setFolder] = useState<string>();
  /** The move to be confirmed, as its destination was looked up: the fields may have been changed meanwhile. */
  const [confirming, setConfirming] = useState<LookedUp>();
  const move = async ({ from, to, place: { state } }: LookedUp) => {
    await files.move(from, to, state);
    onMoved({ from, to });
  };
  const { form, dialog } = useFormDialog({
    schema,
    values: { from: path, to: path },
    draft: `move-${id}-${path}`,
    act: useMutation({
      mutationFn: async ({ from, to }: z.output<typeof schema>) => {
        setFolder(undefined);
        const lookedUp = { from, to, place: await files.look(to) };
        if (lookedUp.place.state === "free") await move(lookedUp);
        return lookedUp;
      },
    }),
    toSend: (paths) => paths,
    isSaved: ({ place }) => place.state === "free",
    onSaved: (lookedUp) => {
      const { to, place } = lookedUp;
      if (place.state === "free") onClose();
      else if (place.state === "taken" && place.info.is_dir) setFolder(to);
      else setConfirming(lookedUp);
    },
    onClose,
  });
  if (confirming !== undefined)
    return (
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
        onConfirm={async () => {
          await move(confirming);
          dialog.discard();
        }}
      />
    );
  return (
    <FormDialog
      dialog={dialog}
      title={fileMoveDialogTexts.moveOrRename}
      description={fileMoveDialogTexts.bothPathsInAudit}
      submitLabel={fileMoveDialogTexts.move}
      failedTitle={fileMoveDialogTexts.notMoved}
    >
      <TextField form={form} name="from" label={fileMoveDialogTexts.from} mono spellCheck={false} />
      <TextField
        form={form}
        name="to"
        label={fileMoveDialogTexts.to}
        hint={fileMoveDialogTexts.toHint}
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
    </FormDialog>
  );
}

function Warning({ to, place }: LookedUp) {
  if (place.state === "taken") {
    return (
      <>
        {fileMoveDialogTexts.thereIsAFileAt}
        <code className="break-all">{to}</code>
        {fileMoveDialogTexts.sizeThenChanged(formatBytes(place.info.size_bytes))}
        <RelativeTime at={place.info.mod_time} />
        {fileMoveDialogTexts.replacedForGood}
      </>
    );
  }
  return (
    <>
      {fileHistoryTexts.notKnownWhetherFileAt}
      <code className="break-all">{to}</code>
      {fileMoveDialogTexts.replacedIfThere}
    </>
  );
}
