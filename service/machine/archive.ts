// Reads zip archives from untrusted sources. The whole central directory is validated before anything is unpacked;
// while unpacking, the actual bytes are counted, because an archive may declare wrong sizes. The page's zip library
// would need some 11 kB of memory for each of up to 20,000 entries, six times as much as this one.
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import {
  type ArchiveEntry,
  type ArchiveLimits,
  type ArchiveRecord,
  countFault,
  inMebibytes,
  judgeArchive,
} from "../../lib/contract/archive-rules.ts";
import { badRequest, Problem } from "../kernel/problem.ts";

interface SourceRecord extends ArchiveRecord {
  source: Entry;
}

/** The entries of the zip at `path`, as its central directory declares them. Throws Problem 400 with the first fault. */
export async function inspectArchive(
  path: string,
  limits: ArchiveLimits,
): Promise<readonly ArchiveEntry<ArchiveRecord>[]> {
  return await withArchive(path, (zip) => validate(zip, limits));
}

/**
 * Validates the zip at `path` and reads one of its files; undefined when it has none with that path. Throws Problem 400
 * as `inspectArchive`, and when the file is larger than `maxBytes`.
 */
export async function readArchived(
  path: string,
  entryPath: string,
  maxBytes: number,
  limits: ArchiveLimits,
): Promise<Buffer | undefined> {
  return await withArchive(path, async (zip) => {
    const found = (await validate(zip, limits)).find(
      ({ path, isDirectory }) => path === entryPath && !isDirectory,
    );
    if (!found) return undefined;
    if (found.record.sizeBytes > maxBytes) {
      throw badRequest(`${entryPath} is larger than ${inMebibytes(maxBytes)}`);
    }
    const chunks: Buffer[] = [];
    const counter = new ByteCounter(found.record.sizeBytes);
    await pipeline(await zip.openReadStreamPromise(found.record.source), counter, async (bytes) => {
      for await (const chunk of bytes) chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  });
}

/**
 * Validates the zip at `path` and unpacks it into `intoDir`, which is created and, on any error, removed. Files
 * keep their permission bits except set-id and write permission of group and others; their owner can always read
 * and write.
 */
export async function extractArchive(path: string, intoDir: string, limits: ArchiveLimits): Promise<void> {
  await withArchive(path, async (zip) => {
    const entries = await validate(zip, limits);
    await mkdir(intoDir, { mode: 0o700 });
    try {
      let leftBytes = limits.maxTotalBytes;
      for (const { path: entryPath, isDirectory, mode: entryMode, record } of entries) {
        const target = join(intoDir, entryPath);
        await mkdir(isDirectory ? target : dirname(target), { recursive: true, mode: 0o755 });
        if (isDirectory) continue;
        const counter = new ByteCounter(leftBytes);
        const mode = ((entryMode ?? 0o644) & 0o755) | 0o600;
        await pipeline(
          await zip.openReadStreamPromise(record.source),
          counter,
          createWriteStream(target, { flags: "wx", mode }),
        );
        if (counter.checksum !== record.source.crc32) throw refused(entryPath, "its checksum is wrong");
        leftBytes -= counter.sizeBytes;
      }
    } catch (error) {
      await rm(intoDir, { recursive: true, force: true });
      throw error;
    }
  });
}

async function withArchive<T>(path: string, act: (zip: ZipFile) => Promise<T>): Promise<T> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, decodeStrings: false });
    // The iterator handles errors while it runs; a later error is thrown by the next read.
    zip.on("error", () => undefined);
    return await act(zip);
  } catch (error) {
    if (error instanceof Problem || isSystemFault(error)) throw error;
    throw badRequest(`this is not a zip archive that can be read: ${reasonOf(error)}`);
  } finally {
    zip?.close();
  }
}

async function validate(zip: ZipFile, limits: ArchiveLimits): Promise<readonly ArchiveEntry<SourceRecord>[]> {
  const tooMany = countFault(zip.entryCount, limits);
  if (tooMany) throw badRequest(tooMany.message);
  const records: SourceRecord[] = [];
  for await (const source of zip.eachEntry()) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(source, { minimal: true });
    records.push({
      source,
      path: nameOf(source),
      sizeBytes: source.uncompressedSize,
      packedBytes: source.compressedSize,
      attributes: source.externalFileAttributes,
      method: source.compressionMethod,
      encrypted: source.isEncrypted(),
      span: { start: source.relativeOffsetOfLocalHeader, end: fileDataStart + source.compressedSize },
    });
  }
  const { faults, entries } = judgeArchive(records, zip.fileSize, limits);
  const [fault] = faults;
  if (fault)
    throw fault.entry === undefined ? badRequest(fault.message) : refused(fault.entry, fault.message);
  return entries;
}

/** Many writers store UTF-8 without setting its flag; other names are decoded as CP437, the format's default. */
function nameOf(source: Entry): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source.fileNameRaw);
  } catch {
    return getFileNameLowLevel(source.generalPurposeBitFlag & ~0x800, source.fileNameRaw, [], true);
  }
}

/** Counts and checksums the actual bytes; fails beyond a limit. */
class ByteCounter extends Transform {
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

const refused = (path: string, fault: string) => badRequest(`the archive's entry ${quoted(path)}: ${fault}`);
const quoted = (path: string) => JSON.stringify(path.slice(0, 120));

/** Errors of this machine (a full disk) are not the archive's fault. */
const isSystemFault = (error: unknown) => error instanceof Error && "syscall" in error;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : String(error));
