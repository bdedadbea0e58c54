"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { notify } from "@/components/ui/toast";
import type { FileInfo } from "@/lib/contract/files";
import { fileMutations } from "@/lib/queries/files";
import { fileEditDialogTexts } from "./file-messages.ts";
import { octalModeOf } from "./octal-mode.ts";

const schema = z.object({ text: z.string(), reason: z.string().check(z.trim()) });

/** Writes another text into a file, with the permissions that it has. */
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
  const { form, dialog } = useFormDialog({
    schema,
    values: { text, reason: "" },
    // Without a draft: a file may have credentials.
    act: useMutation(fileMutations.write()),
    toSend: (edited) =>
      edited.text === text
        ? undefined
        : {
            id,
            path: file.path,
            content: new Blob([edited.text]),
            mode: octalModeOf(file.mode),
            reason: edited.reason,
          },
    onSaved: () => {
      notify.done(`${file.name} saved`, file.path);
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
      effect={fileEditDialogTexts.replacesFileAnythingWrittenSince(new Blob([form.watch("text")]).size)}
    >
      <Field label={fileEditDialogTexts.text}>
        <Textarea mono rows={16} spellCheck={false} {...form.register("text")} />
      </Field>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
