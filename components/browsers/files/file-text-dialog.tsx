"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { QueryError } from "@/components/layout/query-error";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { FileInfo } from "@/lib/contract/files";
import { formatBytes } from "@/lib/format/numbers";
import { download } from "@/lib/queries/download";
import { fileDownloadUrl } from "@/lib/queries/files";
import { fileTextDialogTexts } from "./file-messages.ts";

const FileEditDialog = dynamic(
  loadPart(() => import("./file-edit-dialog.tsx").then((module) => module.FileEditDialog)),
  {
    ssr: false,
  },
);

/** Larger files can only be downloaded. */
export const maxShownBytes = 256 * 1024;

async function readText(id: string, file: FileInfo, signal: AbortSignal): Promise<string> {
  const { blob } = await download(fileDownloadUrl(id, file), { fallbackName: file.name, signal });
  if (blob.size > 4 * maxShownBytes)
    throw new Error("The file is now too large to show. Download it instead.");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await blob.arrayBuffer());
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8: reported below.
  }
  throw new Error("This is not a text file. Download it instead.");
}

/** A small file as text. Each opening reads it again and is audited. */
export function FileTextDialog({ id, file, onClose }: { id: string; file: FileInfo; onClose: () => void }) {
  const [editing, setEditing] = useState(false);
  const editReason = useActReason("writeFile", fileTextDialogTexts.writeFiles);
  const query = useQuery({
    queryKey: ["files", id, "text", file.path],
    queryFn: ({ signal }) => readText(id, file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { data, error } = query;
  if (editing && data !== undefined)
    return <FileEditDialog id={id} file={file} text={data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={file.name}
      description={`${file.path} · ${formatBytes(file.size_bytes)}`}
      width="lg"
      foot={
        data === undefined ? undefined : (
          <>
            <CopyButton text={data} label={fileTextDialogTexts.copyText} />
            <Button disabledReason={editReason} onClick={() => setEditing(true)}>
              {fileTextDialogTexts.edit}
            </Button>
          </>
        )
      }
    >
      {error !== null ? (
        <QueryError query={query} title={fileTextDialogTexts.notShown} />
      ) : data === undefined ? (
        <div aria-busy="true" className="grid gap-2">
          <Skeleton className="h-3 w-64" />
          <Skeleton className="h-3 w-80" />
          <Skeleton className="h-3 w-48" />
        </div>
      ) : data === "" ? (
        <p className="text-ink-2">{fileTextDialogTexts.theFileIsEmpty}</p>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={fileTextDialogTexts.textOf(file.name)}
          className="max-h-[50vh] overflow-auto"
        >
          <pre className="font-mono text-label whitespace-pre-wrap break-words">{data}</pre>
        </section>
      )}
    </Dialog>
  );
}
