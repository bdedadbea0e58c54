"use client";

import { Download, Eye, FolderOpen, MoveRight } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { notify } from "@/components/ui/toast";
import type { FileInfo } from "@/lib/contract/files";
import { readFailure } from "@/lib/format/error-message";
import { formatBytes } from "@/lib/format/numbers";
import { download } from "@/lib/queries/download";
import { fileDownloadUrl } from "@/lib/queries/files";
import { DeleteFileButton } from "./delete-file-button.tsx";
import { deleteFileButtonTexts, fileActionsTexts } from "./file-messages.ts";
import { maxShownBytes } from "./file-text-dialog.tsx";

/** Actions on the selected file or folder. */
export function FileActions({
  id,
  file,
  onOpen,
  onMove,
}: {
  id: string;
  file: FileInfo | undefined;
  onOpen: (file: FileInfo) => void;
  onMove: (file: FileInfo) => void;
}) {
  const roleReason = useRoleReason("operator");
  const [downloading, setDownloading] = useState(false);
  const nothing = file === undefined ? deleteFileButtonTexts.selectFileFirst : undefined;
  const isOther = file !== undefined && !file.is_dir && !/^[-l]/.test(file.mode);
  const unreadable = isOther ? fileActionsTexts.notOpenable : undefined;
  const tooLarge =
    file !== undefined && !file.is_dir && file.size_bytes > maxShownBytes
      ? fileActionsTexts.tooLargeToView(formatBytes(maxShownBytes))
      : undefined;

  const save = async (chosen: FileInfo) => {
    setDownloading(true);
    try {
      const { signal } = new AbortController();
      const { blob, fileName } = await download(fileDownloadUrl(id, chosen), {
        fallbackName: chosen.name,
        signal,
      });
      saveFile(blob, fileName);
      notify.done(fileActionsTexts.downloaded(chosen.name), `${fileName} · ${formatBytes(blob.size)}`);
    } catch (error) {
      const { message, code, requestId } = readFailure(error);
      notify.failed(
        fileActionsTexts.wasNotDownloaded(chosen.name),
        [message, code, requestId].filter(Boolean).join(" · "),
      );
    } finally {
      setDownloading(false);
    }
  };

  return (
    <section
      aria-label={
        file === undefined ? fileActionsTexts.nothingSelected : fileActionsTexts.selected(file.name)
      }
      className="flex flex-wrap items-center gap-2"
    >
      {file?.is_dir === true ? (
        <Button onClick={() => onOpen(file)}>
          <FolderOpen aria-hidden="true" />
          {fileActionsTexts.open}
        </Button>
      ) : (
        <Button
          disabledReason={nothing ?? unreadable ?? tooLarge ?? roleReason}
          onClick={() => (file === undefined ? undefined : onOpen(file))}
        >
          <Eye aria-hidden="true" />
          {fileActionsTexts.view}
        </Button>
      )}
      <Button
        disabledReason={nothing ?? unreadable ?? roleReason}
        pending={downloading}
        onClick={() => (file === undefined ? undefined : void save(file))}
      >
        <Download aria-hidden="true" />
        {file?.is_dir === true ? fileActionsTexts.downloadAsZip : fileActionsTexts.download}
      </Button>
      <Button
        disabledReason={nothing ?? roleReason}
        onClick={() => (file === undefined ? undefined : onMove(file))}
      >
        <MoveRight aria-hidden="true" />
        {fileActionsTexts.moveOrRename}
      </Button>
      <DeleteFileButton id={id} file={file} />
    </section>
  );
}
