"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { notify } from "@/components/ui/toast";
import { instancePathFault, pathInFolder } from "@/lib/bff/instance-path";
import { fileMutations } from "@/lib/queries/files";
import { newFileTexts } from "./file-messages.ts";

const schema = z.object({
  name: z.string().check(
    z.trim(),
    z.refine(
      (name) => !["", ".", ".."].includes(name) && !name.includes("/") && isPath(`/${name}`),
      newFileTexts.nameRule,
    ),
  ),
  reason: z.string().check(z.trim()),
});
const isPath = (path: string) => instancePathFault(path) === undefined;
const empty = { name: "", reason: "" };

/** Creates an empty file or a folder, never in place of what is there. */
export function NewFileDialog({
  id,
  kind,
  folder,
  onCreated,
  onClose,
}: {
  id: string;
  kind: "file" | "folder";
  /** Its path. */
  folder: string;
  onCreated: (name: string) => void;
  onClose: () => void;
}) {
  const isFolder = kind === "folder";
  const { form, dialog } = useFormDialog({
    schema,
    values: empty,
    draft: `new-${kind}-${id}`,
    conflictField: "name",
    act: useMutation(fileMutations.create()),
    toSend: ({ name, reason }) => ({ id, path: pathInFolder(folder, name), isFolder, reason }),
    onSaved: (_made, { name }) => {
      notify.done(newFileTexts.created(name), folder);
      onCreated(name);
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={isFolder ? newFileTexts.newFolderIn(folder) : newFileTexts.newFileIn(folder)}
      submitLabel={isFolder ? newFileTexts.createFolder : newFileTexts.createFile}
      failedTitle={newFileTexts.notCreated}
    >
      <TextField
        form={form}
        name="name"
        label={newFileTexts.name}
        mono
        spellCheck={false}
        autoCapitalize="none"
      />
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
