"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { notify } from "@/components/ui/toast";
import type { FileInfo } from "@/lib/contract/files";
import { fileMutations, placeAt } from "@/lib/queries/files";
import { editableText } from "./editable-text.ts";
import { fileEditDialogTexts } from "./file-messages.ts";
import { octalModeOf } from "./octal-mode.ts";

const schema = z.object({ text: z.string(), reason: z.string().check(z.trim()) });

/**
 * Writes another text into a file, with the permissions and line ends that it has. One that was changed or deleted since `file`
 * was read is written on the second try only, after the dialog has said so.
 */
export function FileEditDialog({
  id,
  file,
  text,
  onClose,
}: {
  id: string;
  file: FileInfo;
  text: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [original] = useState(() => editableText(text));
  /** Undefined once it was found to be deleted. */
  const seen = useRef<FileInfo | undefined>(file);
  const write = fileMutations.write();
  const { form, dialog } = useFormDialog({
    schema,
    values: { text: original.text, reason: "" },
    // A draft for this content of the file only. It is never stored: a file may have credentials.
    draft: `edit-${id}-${file.path}-${file.mod_time}`,
    secrets: "all",
    act: useMutation({
      ...write,
      mutationFn: async (sent: Parameters<NonNullable<typeof write.mutationFn>>[0], context) => {
        const place = await placeAt(client, id, file.path);
        if (place.state === "taken" && isChanged(place.info, seen.current)) {
          seen.current = place.info;
          throw new Error(fileEditDialogTexts.changedSince(place.info.size_bytes));
        }
        if (place.state === "free" && seen.current !== undefined) {
          seen.current = undefined;
          throw new Error(fileEditDialogTexts.deletedSince);
        }
        return await write.mutationFn?.(sent, context);
      },
    }),
    toSend: (edited) =>
      edited.text === original.text
        ? undefined
        : {
            id,
            path: file.path,
            content: new Blob([original.write(edited.text)]),
            mode: octalModeOf(file.mode),
            reason: edited.reason,
          },
    onSaved: () => {
      notify.done(fileEditDialogTexts.saved(file.name), file.path);
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={fileEditDialogTexts.edit(file.name)}
      description={file.path}
      width="lg"
      submitLabel={fileEditDialogTexts.saveFile}
      failedTitle={fileEditDialogTexts.notSaved}
      effect={fileEditDialogTexts.replacesFile(
        new Blob([original.write(form.watch("text"))]).size,
        original.isMixed,
      )}
    >
      <Field label={fileEditDialogTexts.text}>
        <Textarea mono rows={16} spellCheck={false} {...form.register("text")} />
      </Field>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}

const isChanged = (now: FileInfo, before: FileInfo | undefined): boolean =>
  now.mod_time !== before?.mod_time || now.size_bytes !== before.size_bytes;
