"use client";

import { useMutation } from "@tanstack/react-query";
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
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { fileMutations } from "@/lib/queries/files";
import { fileTextDialogTexts, fileUploadTexts } from "./file-messages.ts";

const countOf = (count: number) => `${formatCount(count)} ${count === 1 ? "file" : "files"}`;

/** Uploads files of the operator's machine into a folder of a session, after a confirmation that names what is replaced. */
export function FileUploadButton({
  id,
  folder,
  present,
}: {
  id: string;
  folder: string;
  /** What is in the folder. */
  present: readonly FileInfo[];
}) {
  const picker = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  /** The name of the draft of all that were picked, also when some are written. */
  const [draft, setDraft] = useState("");
  // What was in the folder when an upload began, until it ends: what it writes replaces nothing.
  const [before, setBefore] = useState<readonly FileInfo[]>();
  const write = useMutation(fileMutations.write());
  useHoldPage(files.length > 0);
  const isPresent = ({ name }: File, asFolder: boolean) =>
    (before ?? present).some((entry) => entry.name === name && entry.is_dir === asFolder);
  const replaced = files.filter((file) => isPresent(file, false));
  const inTheWay = files.find((file) => isPresent(file, true));
  const tooLarge = files.find(({ size }) => size > fileUploadLimits.maxBytes);
  // Before any is written: the API refuses these, and would refuse them again.
  const blocked =
    (tooLarge && fileUploadTexts.tooLarge(tooLarge.name, formatBytes(fileUploadLimits.maxBytes))) ??
    (inTheWay && fileUploadTexts.thereIsAFolder(inTheWay.name, folder));

  const send = async (reason: string) => {
    for (const [at, file] of files.entries()) {
      try {
        await write.mutateAsync({ id, path: pathInFolder(folder, file.name), content: file, reason });
      } catch (error) {
        // What is written already is not sent again.
        setFiles(files.slice(at));
        const done = at === 0 ? "" : `${fileUploadTexts.uploaded(countOf(at))}. `;
        throw new Error(`${done}${file.name}: ${actFailureMessage(error)}`, { cause: error });
      }
    }
    notify.done(fileUploadTexts.uploaded(countOf(files.length)), folder);
  };
  const upload = (reason: string) => {
    setBefore(present);
    return send(reason).finally(() => setBefore(undefined));
  };

  const refusal = useActReason("writeFile", fileTextDialogTexts.writeFiles);
  const pick = () => picker.current?.click();
  usePaletteAct("upload-files", fileUploadTexts.uploadFiles, pick, refusal);

  return (
    <>
      <Button disabledReason={refusal} onClick={pick}>
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
          const picked = [...(event.target.files ?? [])];
          setFiles(picked);
          setDraft(`upload-${id}-${folder}-${picked.map(({ name }) => name).join("/")}`);
          // The same file can be picked again.
          event.target.value = "";
        }}
      />
      <ConfirmDialog
        open={files.length > 0}
        onOpenChange={() => setFiles([])}
        title={fileUploadTexts.uploadTo(files.length === 1 ? files[0]?.name : countOf(files.length), folder)}
        effect={`${formatBytes(files.reduce((sum, { size }) => sum + size, 0))}. ${
          replaced.length === 0
            ? fileUploadTexts.noFileIsReplaced
            : fileUploadTexts.replaces(replaced.map(({ name }) => name).join(", "))
        }`}
        confirmLabel={fileUploadTexts.uploadConfirm}
        tone={replaced.length === 0 ? "primary" : "danger"}
        blocked={blocked}
        reason="optional"
        draft={draft}
        onConfirm={upload}
      />
    </>
  );
}
