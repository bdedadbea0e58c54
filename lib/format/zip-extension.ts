// Validates an extension archive in the page before upload: its directory, its manifest, and the unpacked size of every
// file, because the directory may declare wrong sizes.
import {
  BlobReader,
  configure,
  type Entry,
  type FileEntry,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { extensionUploadLimits } from "../bff/extension-upload.ts";
import {
  type ArchiveFault,
  type ArchiveRecord,
  countFault,
  inMebibytes,
  judgeArchive,
  extensionArchiveLimits as limits,
} from "../contract/archive-rules.ts";
import { maxManifestBytes } from "../contract/extension-manifest.ts";
import { zipExtensionTexts } from "./zip-extension-messages.ts";
import { localName, type Manifest, readManifest } from "./zip-manifest.ts";

// The page's policy forbids workers from blob URLs; unpacking is native and asynchronous anyway.
configure({ useWebWorkers: false });

export interface CheckedExtension {
  readonly faults: readonly ArchiveFault[];
  readonly manifest: Manifest | undefined;
  readonly entryCount: number;
  readonly unpackedBytes: number;
  /** The single folder that contains everything including manifest.json: the archive can be repacked without it. */
  readonly folder: string | undefined;
}

const whole = (message: string): ArchiveFault => ({ entry: undefined, message });
const failed = (faults: readonly ArchiveFault[]): CheckedExtension => ({
  faults,
  manifest: undefined,
  entryCount: 0,
  unpackedBytes: 0,
  folder: undefined,
});

/** Metadata that macOS adds to archives. */
export const isLitter = (path: string): boolean =>
  path.startsWith("__MACOSX/") || /(^|\/)\.DS_Store$/.test(path);

const localHeaderBytes = 30;

/** The file with this exact path. */
function fileAt(entries: readonly Entry[], path: string): FileEntry | undefined {
  for (const entry of entries) if (!entry.directory && entry.filename === path) return entry;
  return undefined;
}

const recordOf = (entry: Entry): ArchiveRecord => ({
  path: entry.filename,
  sizeBytes: entry.uncompressedSize,
  packedBytes: entry.compressedSize,
  attributes: entry.externalFileAttributes,
  method: entry.compressionMethod,
  encrypted: entry.encrypted,
  span: {
    start: entry.offset,
    end: entry.offset + localHeaderBytes + entry.rawFilename.length + entry.compressedSize,
  },
});

/** Features that archive readers may interpret differently. */
const ambiguous = /prepended|trailing|mismatched|wrapped/;

/** Entries in directory order; at most one more than allowed. */
export async function readEntries(zip: Blob): Promise<Entry[]> {
  const reader = new ZipReader(new BlobReader(zip), {
    filenameValidation: "tolerant",
    maxAppendedDataSize: 0,
  });
  const entries: Entry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    entries.push(entry);
    if (countFault(entries.length, limits) !== undefined) return entries;
  }
  const doubt = reader.warnings?.find(({ reason }) => ambiguous.test(reason));
  if (doubt !== undefined) throw new Error(zipExtensionTexts.readInTwoWays(doubt.reason));
  return entries;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** Unpacks a file in chunks; throws when it exceeds the declared size or its checksum is wrong. */
async function unpack(file: FileEntry, take: (chunk: Uint8Array) => void): Promise<void> {
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.byteLength;
      if (size > file.uncompressedSize) throw new Error(zipExtensionTexts.unpacksToMore);
      take(chunk);
    },
  });
  await file.getData(sink, { checkCrc32: true, strictness: "strict" });
  if (size !== file.uncompressedSize) throw new Error(zipExtensionTexts.unpacksToLess);
}

async function readText(file: FileEntry): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await unpack(file, (chunk) => chunks.push(new Uint8Array(chunk)));
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks).arrayBuffer());
}

/** The folder that contains every entry and a manifest.json. */
function onlyFolder(entries: readonly Entry[]): string | undefined {
  const paths = entries.map(({ filename }) => filename).filter((path) => !isLitter(path));
  const folder = paths[0]?.split("/", 1)[0];
  if (folder === undefined || !paths.every((path) => path.startsWith(`${folder}/`))) return undefined;
  return paths.includes(`${folder}/manifest.json`) ? folder : undefined;
}

async function checkManifest(entries: readonly Entry[], root: string) {
  const path = `${root}manifest.json`;
  const file = fileAt(entries, path);
  if (file === undefined) return { faults: [whole(zipExtensionTexts.noManifest)] };
  if (file.uncompressedSize > maxManifestBytes) {
    return { faults: [{ entry: path, message: zipExtensionTexts.manifestTooLarge }] };
  }
  try {
    const { manifest, faults } = readManifest(await readText(file));
    if (manifest === undefined) return { faults };
    const locale = fileAt(entries, `${root}_locales/${manifest.defaultLocale ?? "en"}/messages.json`);
    const messagesText =
      locale === undefined || locale.uncompressedSize > maxManifestBytes ? "{}" : await readText(locale);
    return { manifest: { ...manifest, name: localName(manifest.name, messagesText) }, faults };
  } catch (error) {
    return { faults: [{ entry: path, message: reasonOf(error) }] };
  }
}

async function contentFaults(entries: readonly Entry[]): Promise<ArchiveFault[]> {
  for (const entry of entries) {
    if (entry.directory) continue;
    try {
      await unpack(entry, () => undefined);
    } catch (error) {
      return [{ entry: entry.filename, message: zipExtensionTexts.cannotBeUnpacked(reasonOf(error)) }];
    }
  }
  return [];
}

/** Why these bytes are not a zip archive, judged by their start. */
async function kindFault(zip: Blob): Promise<string | undefined> {
  const start = new TextDecoder("latin1").decode(await zip.slice(0, 4).arrayBuffer());
  if (start === "PK\x03\x04" || start === "PK\x05\x06") return undefined;
  return start === "Cr24" ? zipExtensionTexts.signedPackage : zipExtensionTexts.notZip;
}

/** Validates an archive; the service accepts an archive without faults. */
export async function checkExtension(zip: Blob): Promise<CheckedExtension> {
  if (zip.size > extensionUploadLimits.maxZipBytes) {
    return failed([whole(zipExtensionTexts.tooLarge(inMebibytes(extensionUploadLimits.maxZipBytes)))]);
  }
  let entries: Entry[];
  try {
    const kind = await kindFault(zip);
    if (kind !== undefined) return failed([whole(kind)]);
    entries = await readEntries(zip);
  } catch (error) {
    return failed([whole(zipExtensionTexts.cannotBeRead(reasonOf(error)))]);
  }
  const tooMany = countFault(entries.length, limits);
  if (tooMany !== undefined) return failed([tooMany]);
  const { faults, totalBytes } = judgeArchive(entries.map(recordOf), zip.size, limits);
  const details = { entryCount: entries.length, unpackedBytes: totalBytes };
  if (faults.length > 0) return { ...details, faults, manifest: undefined, folder: undefined };
  const folder = fileAt(entries, "manifest.json") === undefined ? onlyFolder(entries) : undefined;
  const { manifest, faults: wrong } = await checkManifest(entries, folder === undefined ? "" : `${folder}/`);
  const misplaced = folder === undefined ? [] : [whole(zipExtensionTexts.manifestInFolder(folder))];
  return {
    ...details,
    faults: [...misplaced, ...wrong, ...(await contentFaults(entries))],
    manifest,
    folder,
  };
}
