// Zips made in the page: of a folder that was dropped, and of an archive whose content lies one folder too deep.
import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { isLitter, readEntries } from "./zip-extension.ts";

/** A file of a dropped folder; `path` is relative to the folder. */
export interface FolderFile {
  readonly path: string;
  readonly file: Blob;
}

/** Not the extension's: what version control and a Mac leave in a folder. */
export const isLeftOut = (path: string): boolean => isLitter(path) || /(^|\/)\.git(\/|$)/.test(path);

async function pack(files: AsyncIterable<FolderFile> | Iterable<FolderFile>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), {
    dataDescriptor: false,
    extendedTimestamp: false,
  });
  for await (const { path, file } of files) await writer.add(path, new BlobReader(file));
  return writer.close();
}

/** A folder's files as a zip with them at its root. */
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

/** The same archive with the content of `folder` at its root. */
export const repackWithout = (zip: Blob, folder: string): Promise<Blob> => pack(below(zip, folder));
