"use client";

import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import type { FileInfo } from "@/lib/contract/files";
import { fileMutations } from "@/lib/queries/files";
import { deleteFileButtonTexts } from "./file-messages.ts";

/** Deletes the chosen file or folder after a confirmation. */
export function DeleteFileButton({ id, file }: { id: string; file: FileInfo | undefined }) {
  // As it was when the dialog opened: the list is read again meanwhile.
  const [target, setTarget] = useState<FileInfo>();
  const [open, setOpen] = useState(false);
  const remove = useMutation(fileMutations.remove());
  const isFolder = file?.is_dir === true;
  const actReason = useActReason(
    isFolder ? "deleteDirectory" : "deleteFile",
    deleteFileButtonTexts.deleteFiles,
  );
  return (
    <>
      <Button
        variant="danger"
        disabledReason={file === undefined ? deleteFileButtonTexts.selectFileFirst : actReason}
        onClick={() => {
          setTarget(file);
          setOpen(true);
        }}
      >
        <Trash2 aria-hidden="true" />
        {deleteFileButtonTexts.delete}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={deleteFileButtonTexts.deleteQuestion(target?.name ?? "")}
        effect={deleteFileButtonTexts.effect(target?.path ?? "", target?.is_dir === true)}
        confirmLabel={
          target?.is_dir === true ? deleteFileButtonTexts.deleteFolder : deleteFileButtonTexts.deleteFile
        }
        reason="optional"
        draft={`delete-file-${id}-${target?.path ?? ""}`}
        onConfirm={async (reason) => {
          if (target === undefined) return;
          await remove.mutateAsync({ id, path: target.path, isFolder: target.is_dir, reason });
          notify.done(deleteFileButtonTexts.deleted(target.name), target.path);
        }}
      />
    </>
  );
}
