"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { QueryError } from "@/components/layout/query-error";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { FileInfo } from "@/lib/contract/files";
import { formatBytes } from "@/lib/format/numbers";
import { download } from "@/lib/queries/download";
import { fileDownloadUrl, placeAt } from "@/lib/queries/files";
import { fileTextDialogTexts } from "./file-messages.ts";

const FileEditDialog = dynamic(
  loadPart(() => import("./file-edit-dialog.tsx").then((module) => module.FileEditDialog)),
  {
    ssr: false,
  },
);

/** Larger files can only be downloaded. */
export const maxShownBytes = 256 * 1024;

/** The text of a file with its details just before, or why it is not shown. */
type ReadText = { text: string; info: FileInfo } | { whyNot: string };

async function readText(
  client: QueryClient,
  id: string,
  file: FileInfo,
  signal: AbortSignal,
): Promise<ReadText> {
  const place = await placeAt(client, id, file.path);
  const { blob } = await download(fileDownloadUrl(id, file), { fallbackName: file.name, signal });
  if (blob.size > 4 * maxShownBytes) return { whyNot: fileTextDialogTexts.tooLargeNow };
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = decoder.decode(await blob.arrayBuffer());
    if (!text.includes("\0")) return { text, info: place.state === "taken" ? place.info : file };
  } catch {
    // Not UTF-8: reported below.
  }
  return { whyNot: fileTextDialogTexts.notText };
}

/** A small file as text. Each opening reads it again and is audited. */
export function FileTextDialog({ id, file, onClose }: { id: string; file: FileInfo; onClose: () => void }) {
  const [editing, setEditing] = useState(false);
  const editReason = useActReason("writeFile", fileTextDialogTexts.writeFiles);
  const client = useQueryClient();
  const query = useQuery({
    // Not below the key of all that an act on files reads again: what is edited stays as it was read.
    queryKey: ["file-text", id, file.path],
    queryFn: ({ signal }) => readText(client, id, file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { data: read, error } = query;
  const data = read !== undefined && "text" in read ? read.text : undefined;
  if (editing && read !== undefined && "text" in read)
    return <FileEditDialog id={id} file={read.info} text={read.text} onClose={onClose} />;
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
      ) : read !== undefined && "whyNot" in read ? (
        <EmptyState title={fileTextDialogTexts.notShown}>{read.whyNot}</EmptyState>
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
