"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useHoldPage } from "@/components/form/use-hold-page";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { fileUploadLimits } from "@/lib/bff/file-upload";
import { pathInFolder } from "@/lib/bff/instance-path";
import type { FileInfo } from "@/lib/contract/files";
import { actFailureMessage } from "@/lib/format/error-message";
import { formatBytes, formatCountOf } from "@/lib/format/numbers";
import { entriesIn, fileMutations } from "@/lib/queries/files";
import { fileTextDialogTexts, fileUploadTexts } from "./file-messages.ts";

/** What was in a folder; undefined: it is not known. */
type Entries = readonly FileInfo[] | undefined;

/** Names that an upload meets in the folder. */
const takenBy = (files: readonly File[], entries: readonly FileInfo[]) => {
  const named = (asFolder: boolean) =>
    files
      .map(({ name }) => name)
      .filter((name) => entries.some((entry) => entry.name === name && entry.is_dir === asFolder));
  return { files: named(false), folders: named(true) };
};

const isSame = (files: readonly File[], now: Entries, before: Entries): boolean =>
  JSON.stringify(now && takenBy(files, now)) === JSON.stringify(before && takenBy(files, before));

/** Uploads files of the operator's machine into a folder of a session, after a confirmation that names what is replaced. */
export function FileUploadButton({ id, folder }: { id: string; folder: string }) {
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  /** The name of the draft of all that were picked, also when some are written. */
  const [draft, setDraft] = useState("");
  /** The folder as the confirmation has it; undefined while it is read. */
  const [seen, setSeen] = useState<{ readonly entries: Entries }>();
  const write = useMutation(fileMutations.write());
  useHoldPage(files.length > 0);
  const taken = seen?.entries && takenBy(files, seen.entries);
  const inTheWay = taken?.folders[0];
  const tooLarge = files.find(({ size }) => size > fileUploadLimits.maxBytes);
  // Before any is written: the API refuses these, and would refuse them again.
  const blocked =
    (tooLarge && fileUploadTexts.tooLarge(tooLarge.name, formatBytes(fileUploadLimits.maxBytes))) ??
    (inTheWay && fileUploadTexts.thereIsAFolder(inTheWay, folder));

  const choose = async (picked: readonly File[]) => {
    setFiles(picked);
    setDraft(`upload-${id}-${folder}-${picked.map(({ name }) => name).join("/")}`);
    if (picked.length > 0) setSeen({ entries: await entriesIn(client, id, folder) });
  };
  const leave = () => {
    setFiles([]);
    setSeen(undefined);
  };
  const send = async (reason: string) => {
    for (const [at, file] of files.entries()) {
      try {
        await write.mutateAsync({ id, path: pathInFolder(folder, file.name), content: file, reason });
      } catch (error) {
        // What is written already is not sent again.
        setFiles(files.slice(at));
        const done = at === 0 ? "" : `${fileUploadTexts.uploaded(formatCountOf(at, "file"))}. `;
        throw new Error(`${done}${file.name}: ${actFailureMessage(error)}`, { cause: error });
      }
    }
    notify.done(fileUploadTexts.uploaded(formatCountOf(files.length, "file")), folder);
  };
  const upload = async (reason: string) => {
    const entries = await entriesIn(client, id, folder);
    if (!isSame(files, entries, seen?.entries)) {
      setSeen({ entries });
      throw new Error(fileUploadTexts.changedSince);
    }
    await send(reason);
  };

  const refusal = useActReason("writeFile", fileTextDialogTexts.writeFiles);
  const pick = () => picker.current?.click();
  usePaletteAct("upload-files", fileUploadTexts.uploadFiles, pick, refusal);

  return (
    <>
      <Button disabledReason={refusal} pending={files.length > 0 && seen === undefined} onClick={pick}>
        <Upload aria-hidden="true" />
        {fileUploadTexts.upload}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={fileUploadTexts.filesToUpload}
        onChange={(event) => {
          void choose([...(event.target.files ?? [])]);
          // The same file can be picked again.
          event.target.value = "";
        }}
      />
      <ConfirmDialog
        open={files.length > 0 && seen !== undefined}
        onOpenChange={leave}
        title={fileUploadTexts.uploadTo(
          files.length === 1 ? files[0]?.name : formatCountOf(files.length, "file"),
          folder,
        )}
        effect={`${formatBytes(files.reduce((sum, { size }) => sum + size, 0))}. ${effectOf(taken?.files)}`}
        confirmLabel={fileUploadTexts.uploadConfirm}
        tone={taken?.files.length === 0 ? "primary" : "danger"}
        blocked={blocked}
        reason="optional"
        draft={draft}
        onConfirm={upload}
      />
    </>
  );
}

/** `replaced`: names; undefined: not known. */
function effectOf(replaced: readonly string[] | undefined): string {
  if (replaced === undefined) return fileUploadTexts.contentNotKnown;
  return replaced.length === 0
    ? fileUploadTexts.noFileIsReplaced
    : fileUploadTexts.replaces(replaced.join(", "));
}
