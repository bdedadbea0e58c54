// Reads dropped or chosen archives and folders. A folder is read up to the limits of an extension only.
import { inMebibytes, extensionArchiveLimits as limits } from "@/lib/contract/archive-rules";
import { formatCount } from "@/lib/format/numbers";
import type { FolderFile } from "@/lib/format/zip-pack";
import { extensionDropTexts } from "./extension-messages.ts";

/** An archive, or a folder still to be packed; `fault`: why it was not read. */
export interface Dropped {
  readonly source: string;
  readonly zip?: File;
  readonly files?: readonly FolderFile[];
  readonly fault?: string;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

class TooMuch extends Error {}

async function* childrenOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  // readEntries returns at most a hundred entries per call, and none at the end.
  for (const reader = folder.createReader(); ; ) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    yield* some;
  }
}

async function walk(folder: FileSystemDirectoryEntry, prefix: string, found: FolderFile[]): Promise<void> {
  for await (const entry of childrenOf(folder)) {
    const path = `${prefix}${entry.name}`;
    if (isFolder(entry)) {
      if (entry.name !== ".git") await walk(entry, `${path}/`, found);
    } else if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    if (found.length > limits.maxEntries) throw new TooMuch();
  }
}

function folderOf(source: string, files: readonly FolderFile[]): Dropped {
  if (files.length > limits.maxEntries) return { source, fault: tooMany };
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > limits.maxTotalBytes
    ? { source, fault: extensionDropTexts.folderTooLarge(inMebibytes(limits.maxTotalBytes)) }
    : { source, files };
}

const tooMany = extensionDropTexts.tooManyFiles(formatCount(limits.maxEntries));

async function fromEntry(entry: FileSystemEntry): Promise<Dropped | undefined> {
  try {
    if (isFile(entry)) return { source: entry.name, zip: await fileOf(entry) };
    if (!isFolder(entry)) return undefined;
    const files: FolderFile[] = [];
    await walk(entry, "", files);
    return folderOf(entry.name, files);
  } catch (error) {
    return {
      source: entry.name,
      fault: error instanceof TooMuch ? tooMany : extensionDropTexts.folderReadFailed,
    };
  }
}

/** Reads a drop. Call it synchronously in the event: its items are gone afterwards. */
export async function fromDrop(transfer: DataTransfer): Promise<Dropped[]> {
  const found = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
  const dropped = await Promise.all(
    // A file dragged out of another program may have no entry.
    found.map((each) => (each instanceof File ? { source: each.name, zip: each } : fromEntry(each))),
  );
  return dropped.filter((each) => each !== undefined);
}

/** Chosen archives, or the files of a chosen folder with their relative paths. */
export function fromChoice(chosen: readonly File[]): Dropped[] {
  const folders = new Map<string, FolderFile[]>();
  const dropped: Dropped[] = [];
  for (const file of chosen) {
    const [folder, ...rest] = file.webkitRelativePath.split("/");
    if (folder === undefined || rest.length === 0) dropped.push({ source: file.name, zip: file });
    else {
      const files = folders.get(folder) ?? [];
      files.push({ path: rest.join("/"), file });
      folders.set(folder, files);
    }
  }
  for (const [folder, files] of folders) dropped.push(folderOf(folder, files));
  return dropped;
}
