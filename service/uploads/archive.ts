// Zip archives from strangers. The central directory is judged as a whole before a byte is unpacked; while
// unpacking, the real bytes are counted, because an archive may lie about its sizes.
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { badRequest, Problem } from "../domain/problem.ts";

export interface ArchiveLimits {
  maxEntries: number;
  /** Unpacked, all files together. */
  maxTotalBytes: number;
  /** Unpacked to packed, of a file and of the whole; small files may pack better. */
  maxRatio: number;
  maxPathBytes: number;
}

/** What a browser extension needs and then some: threats.md, figures for uploads. */
export const archiveLimits: ArchiveLimits = {
  maxEntries: 5_000,
  maxTotalBytes: 200 * 1024 * 1024,
  maxRatio: 100,
  maxPathBytes: 255,
};

export interface ArchiveEntry {
  /** Relative, with `/` between segments and none at its end. */
  path: string;
  isDirectory: boolean;
  sizeBytes: number;
  /** Permission bits; undefined when the archive has none. */
  mode: number | undefined;
}

const ratioFreeBytes = 1024 * 1024;
const fileTypeMask = 0o170000;
const directoryType = 0o040000;
const fileType = 0o100000;
const symlinkType = 0o120000;

/** Reads and judges the directory of the zip at `path`; Problem 400 names the first fault found. */
export async function inspectArchive(
  path: string,
  limits: ArchiveLimits,
): Promise<{ entries: readonly ArchiveEntry[]; totalBytes: number }> {
  return await withArchive(path, async (zip) => {
    const judged = await judge(zip, limits);
    return {
      entries: judged.map(({ entry }) => entry),
      totalBytes: judged.reduce((sum, { entry }) => sum + entry.sizeBytes, 0),
    };
  });
}

/** Judges the zip at `path` and reads one file of it; undefined when there is none of that path. */
export async function readArchived(
  path: string,
  entryPath: string,
  limits: ArchiveLimits,
): Promise<Buffer | undefined> {
  return await withArchive(path, async (zip) => {
    const judged = await judge(zip, limits);
    const found = judged.find(({ entry }) => entry.path === entryPath && !entry.isDirectory);
    if (!found) return undefined;
    const chunks: Buffer[] = [];
    const counter = new RealBytes(found.entry.sizeBytes);
    await pipeline(await zip.openReadStreamPromise(found.source), counter, async (bytes) => {
      for await (const chunk of bytes) chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  });
}

/**
 * Judges the zip at `path` and unpacks it into `intoDir`, which it makes; nothing of it is left when this throws.
 * Files keep their permission bits but set-id and others' write, and can always be read by us.
 */
export async function extractArchive(path: string, intoDir: string, limits: ArchiveLimits): Promise<void> {
  await withArchive(path, async (zip) => {
    const judged = await judge(zip, limits);
    await mkdir(intoDir, { mode: 0o700 });
    try {
      let leftBytes = limits.maxTotalBytes;
      for (const { entry, source } of judged) {
        const target = join(intoDir, entry.path);
        await mkdir(entry.isDirectory ? target : dirname(target), { recursive: true, mode: 0o755 });
        if (entry.isDirectory) continue;
        const counter = new RealBytes(leftBytes);
        const mode = ((entry.mode ?? 0o644) & 0o755) | 0o600;
        await pipeline(
          await zip.openReadStreamPromise(source),
          counter,
          createWriteStream(target, { flags: "wx", mode }),
        );
        if (counter.checksum !== source.crc32) throw refused(entry.path, "its checksum is wrong");
        leftBytes -= counter.sizeBytes;
      }
    } catch (error) {
      await rm(intoDir, { recursive: true, force: true });
      throw error;
    }
  });
}

interface Judged {
  entry: ArchiveEntry;
  source: Entry;
}

async function withArchive<T>(path: string, act: (zip: ZipFile) => Promise<T>): Promise<T> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, decodeStrings: false });
    // The iterator listens while it runs; a late fault is thrown by whoever reads then.
    zip.on("error", () => undefined);
    return await act(zip);
  } catch (error) {
    if (error instanceof Problem || isSystemFault(error)) throw error;
    throw badRequest(`this is not a zip archive that can be read: ${reasonOf(error)}`);
  } finally {
    zip?.close();
  }
}

async function judge(zip: ZipFile, limits: ArchiveLimits): Promise<Judged[]> {
  if (zip.entryCount > limits.maxEntries) {
    throw badRequest(`the archive has ${zip.entryCount} entries; ${limits.maxEntries} are allowed`);
  }
  const judged: Judged[] = [];
  const kinds = new Map<string, "file" | "directory">();
  const spans: { path: string; start: number; end: number }[] = [];
  let totalBytes = 0;
  for await (const source of zip.eachEntry()) {
    const entry = judgeEntry(source, limits);
    claim(kinds, entry);
    totalBytes += entry.sizeBytes;
    if (totalBytes > limits.maxTotalBytes) {
      throw badRequest(`the archive unpacks to more than ${limits.maxTotalBytes} bytes`);
    }
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(source, { minimal: true });
    const end = fileDataStart + source.compressedSize;
    spans.push({ path: entry.path, start: source.relativeOffsetOfLocalHeader, end });
    judged.push({ entry, source });
  }
  if (isBomb(totalBytes, zip.fileSize, limits)) {
    throw badRequest(`the archive unpacks to more than ${limits.maxRatio} times its size`);
  }
  spans.sort((a, b) => a.start - b.start);
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1];
    if (next && next.start < span.end) throw refused(next.path, `it overlaps ${shown(span.path)}`);
  }
  return judged;
}

function judgeEntry(source: Entry, limits: ArchiveLimits): ArchiveEntry {
  const name = nameOf(source);
  const fault = nameFault(name, source.fileNameRaw.length, limits.maxPathBytes);
  if (fault) throw refused(name, fault);
  if (source.isEncrypted()) throw refused(name, "it is encrypted");
  const isDirectory = name.endsWith("/");
  const unixMode = source.externalFileAttributes >>> 16;
  switch (unixMode & fileTypeMask) {
    case 0:
      break;
    case fileType:
      if (isDirectory) throw refused(name, "it is a file with the name of a directory");
      break;
    case directoryType:
      if (!isDirectory) throw refused(name, "it is a directory with the name of a file");
      break;
    case symlinkType:
      throw refused(name, "it is a symbolic link");
    default:
      throw refused(name, "it is neither a file nor a directory");
  }
  if (!source.canDecodeFileData()) throw refused(name, "it is packed in a way that is not understood here");
  if (isDirectory && source.uncompressedSize > 0) throw refused(name, "it is a directory with content");
  if (isBomb(source.uncompressedSize, source.compressedSize, limits)) {
    throw refused(name, `it unpacks to more than ${limits.maxRatio} times its size`);
  }
  return {
    path: isDirectory ? name.slice(0, -1) : name,
    isDirectory,
    sizeBytes: source.uncompressedSize,
    mode: unixMode === 0 ? undefined : unixMode & 0o777,
  };
}

const isBomb = (unpackedBytes: number, packedBytes: number, limits: ArchiveLimits) =>
  unpackedBytes > ratioFreeBytes && unpackedBytes > packedBytes * limits.maxRatio;

/** Many writers store UTF-8 without saying so; what is none is read as the format's old code page. */
function nameOf(source: Entry): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source.fileNameRaw);
  } catch {
    return getFileNameLowLevel(source.generalPurposeBitFlag & ~0x800, source.fileNameRaw, [], true);
  }
}

function nameFault(name: string, sizeBytes: number, maxPathBytes: number): string | undefined {
  if (sizeBytes > maxPathBytes) return `its path is longer than ${maxPathBytes} bytes`;
  if (name.startsWith("/") || /^[a-zA-Z]:/.test(name)) return "its path is absolute";
  if (name.includes("\\")) return "its path has a backslash";
  if (/\p{Cc}/u.test(name)) return "its path has a control character";
  const segments = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
  if (segments.includes("..")) return "its path leads out of the archive";
  if (segments.includes("") || segments.includes(".")) return "its path has an empty segment";
  if (segments.some((segment) => Buffer.byteLength(segment) > 255)) return "its path has too long a segment";
  return undefined;
}

/** Each path is one thing: not two files, not a file that others lie in. */
function claim(kinds: Map<string, "file" | "directory">, { path, isDirectory }: ArchiveEntry): void {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const parent = path.slice(0, at);
    if (kinds.get(parent) === "file") throw refused(path, `it lies in ${shown(parent)}, which is a file`);
    kinds.set(parent, "directory");
  }
  const known = kinds.get(path);
  if (known !== undefined && !(known === "directory" && isDirectory)) {
    throw refused(path, "it is in the archive twice");
  }
  kinds.set(path, isDirectory ? "directory" : "file");
}

/** Counts what really comes out, whatever the archive said. */
class RealBytes extends Transform {
  sizeBytes = 0;
  checksum = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    this.checksum = crc32(chunk, this.checksum);
    if (this.sizeBytes > this.#maxBytes) done(badRequest("the archive unpacks to more than it says"));
    else done(null, chunk);
  }
}

const refused = (path: string, fault: string) => badRequest(`the archive's entry ${shown(path)}: ${fault}`);
const shown = (path: string) => JSON.stringify(path.slice(0, 120));

/** Faults of this machine (a full disk) are not the archive's. */
const isSystemFault = (error: unknown) => error instanceof Error && "syscall" in error;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : String(error));
