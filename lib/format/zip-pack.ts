// Creates zip archives in the page: from a dropped folder, and from an archive whose content is one folder too deep.
import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { isLitter, readEntries } from "./zip-extension.ts";

/** A file of a dropped folder; `path` is relative to the folder. */
export interface FolderFile {
  readonly path: string;
  readonly file: Blob;
}

/** Files of version control and macOS, which are excluded. */
export const isLeftOut = (path: string): boolean => isLitter(path) || /(^|\/)\.git(\/|$)/.test(path);

async function pack(files: AsyncIterable<FolderFile> | Iterable<FolderFile>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), {
    dataDescriptor: false,
    extendedTimestamp: false,
  });
  for await (const { path, file } of files) await writer.add(path, new BlobReader(file));
  return writer.close();
}

/** Packs a folder's files at the root of a zip. */
export const packFolder = (files: readonly FolderFile[]): Promise<Blob> =>
  pack(files.filter(({ path }) => !isLeftOut(path)));

async function* below(zip: Blob, folder: string): AsyncGenerator<FolderFile> {
  const prefix = `${folder}/`;
  for (const entry of await readEntries(zip)) {
    if (entry.directory || isLeftOut(entry.filename) || !entry.filename.startsWith(prefix)) continue;
    const file = await entry.getData(new BlobWriter(), { checkCrc32: true });
    yield { path: entry.filename.slice(prefix.length), file };
  }
}

/** Repacks an archive with the content of `folder` at its root. */
export const repackWithout = (zip: Blob, folder: string): Promise<Blob> => pack(below(zip, folder));
