// An archive that is to be an extension, checked in the page before a byte of it is sent: its directory, its
// manifest, and then every file unpacked once and counted, because a directory may lie about sizes.
import {
  BlobReader,
  configure,
  type Entry,
  type FileEntry,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { directoryFaults, fileAt, unpackedSize, type ZipFault } from "./zip-directory.ts";
import { inMebibytes, zipLimits } from "./zip-limits.ts";
import { localName, type Manifest, readManifest } from "./zip-manifest.ts";

// A worker from a blob's address is against the page's policy; unpacking is native and asynchronous anyway.
configure({ useWebWorkers: false });

export interface CheckedExtension {
  readonly faults: readonly ZipFault[];
  readonly manifest: Manifest | undefined;
  readonly entryCount: number;
  readonly unpackedBytes: number;
  /** The one folder that holds everything, manifest.json too: the archive can be packed again without it. */
  readonly folder: string | undefined;
}

const whole = (message: string): ZipFault => ({ entry: undefined, message });
const failed = (faults: readonly ZipFault[]): CheckedExtension => ({
  faults,
  manifest: undefined,
  entryCount: 0,
  unpackedBytes: 0,
  folder: undefined,
});

/** What a Mac puts into an archive beside what it was asked to pack. */
export const isLitter = (path: string): boolean =>
  path.startsWith("__MACOSX/") || /(^|\/)\.DS_Store$/.test(path);

/** What two readers of one archive may understand differently. */
const ambiguous = /prepended|trailing|mismatched|wrapped/;

/** Entries of an archive in the order of its directory; at most one more than allowed. */
export async function readEntries(zip: Blob): Promise<Entry[]> {
  const reader = new ZipReader(new BlobReader(zip), {
    filenameValidation: "tolerant",
    maxAppendedDataSize: 0,
  });
  const entries: Entry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    entries.push(entry);
    if (entries.length > zipLimits.maxEntries) return entries;
  }
  const doubt = reader.warnings?.find(({ reason }) => ambiguous.test(reason));
  if (doubt !== undefined) throw new Error(`it can be read in two ways (${doubt.reason})`);
  return entries;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** Unpacks a file, handing on what comes; throws when more comes than the directory says, or its checksum is wrong. */
async function unpack(file: FileEntry, take: (chunk: Uint8Array) => void): Promise<void> {
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.byteLength;
      if (size > file.uncompressedSize) throw new Error("it unpacks to more than the archive says");
      take(chunk);
    },
  });
  await file.getData(sink, { checkCrc32: true, strictness: "strict" });
  if (size !== file.uncompressedSize) throw new Error("it unpacks to less than the archive says");
}

async function readText(file: FileEntry): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await unpack(file, (chunk) => chunks.push(new Uint8Array(chunk)));
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks).arrayBuffer());
}

/** The folder that holds every entry, with a manifest.json of its own. */
function onlyFolder(entries: readonly Entry[]): string | undefined {
  const paths = entries.map(({ filename }) => filename).filter((path) => !isLitter(path));
  const folder = paths[0]?.split("/", 1)[0];
  if (folder === undefined || !paths.every((path) => path.startsWith(`${folder}/`))) return undefined;
  return paths.includes(`${folder}/manifest.json`) ? folder : undefined;
}

async function checkManifest(entries: readonly Entry[], root: string) {
  const path = `${root}manifest.json`;
  const file = fileAt(entries, path);
  if (file === undefined) return { faults: [whole("there is no manifest.json at the root of the archive")] };
  if (file.uncompressedSize > zipLimits.maxManifestBytes) {
    return { faults: [{ entry: path, message: "it is larger than 1 MiB" }] };
  }
  try {
    const { manifest, faults } = readManifest(await readText(file));
    if (manifest === undefined) return { faults };
    const locale = fileAt(entries, `${root}_locales/${manifest.defaultLocale ?? "en"}/messages.json`);
    const words =
      locale === undefined || locale.uncompressedSize > zipLimits.maxManifestBytes
        ? "{}"
        : await readText(locale);
    return { manifest: { ...manifest, name: localName(manifest.name, words) }, faults };
  } catch (error) {
    return { faults: [{ entry: path, message: reasonOf(error) }] };
  }
}

async function contentFaults(entries: readonly Entry[]): Promise<ZipFault[]> {
  for (const entry of entries) {
    if (entry.directory) continue;
    try {
      await unpack(entry, () => undefined);
    } catch (error) {
      return [{ entry: entry.filename, message: `it cannot be unpacked: ${reasonOf(error)}` }];
    }
  }
  return [];
}

/** Why these bytes are no zip archive at all, as far as their beginning tells. */
async function kindFault(zip: Blob): Promise<string | undefined> {
  const start = new TextDecoder("latin1").decode(await zip.slice(0, 4).arrayBuffer());
  if (start === "PK\x03\x04" || start === "PK\x05\x06") return undefined;
  return start === "Cr24"
    ? "this is a signed .crx package; upload the zip or the folder it was made from"
    : "this is not a zip archive";
}

/** Checks an archive as far as a page can; an archive without faults is one that the service takes. */
export async function checkExtension(zip: Blob): Promise<CheckedExtension> {
  if (zip.size > zipLimits.maxZipBytes) {
    return failed([whole(`the archive is larger than ${inMebibytes(zipLimits.maxZipBytes)}`)]);
  }
  let entries: Entry[];
  try {
    const kind = await kindFault(zip);
    if (kind !== undefined) return failed([whole(kind)]);
    entries = await readEntries(zip);
  } catch (error) {
    return failed([whole(`this zip archive cannot be read: ${reasonOf(error)}`)]);
  }
  if (entries.length > zipLimits.maxEntries) {
    return failed([whole(`the archive has more than ${zipLimits.maxEntries.toLocaleString("en")} entries`)]);
  }
  const facts = { entryCount: entries.length, unpackedBytes: unpackedSize(entries) };
  const faults = directoryFaults(entries, zip.size);
  if (faults.length > 0) return { ...facts, faults, manifest: undefined, folder: undefined };
  const folder = fileAt(entries, "manifest.json") === undefined ? onlyFolder(entries) : undefined;
  const { manifest, faults: wrong } = await checkManifest(entries, folder === undefined ? "" : `${folder}/`);
  const misplaced =
    folder === undefined ? [] : [whole(`manifest.json is in the folder ${folder}, not at the root`)];
  return { ...facts, faults: [...misplaced, ...wrong, ...(await contentFaults(entries))], manifest, folder };
}
