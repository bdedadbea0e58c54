// Streams a directory as a zip archive: one open file and one chunk in memory at a time. Contains only regular
// files and directories; links, pipes and devices are left out, so nothing outside of the directory is read. The page's
// zip library would need twice the time and memory for many small files.
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { codeOf } from "../kernel/instance-path.ts";
import { below, entryPath, type Folder, hold, itself, openDirectory } from "./resolve-beneath.ts";

const zip64FromBytes = 0xffff_0000n;
// Deeper paths are longer than any operation accepts.
const maxDepth = 2_048;
/** The range of times that the zip format can represent. */
const timeRangeMs = { from: Date.UTC(1980, 0, 2), to: Date.UTC(2107, 11, 30) };

/**
 * A stream of the archive of `top`, whose handle it closes. The stream fails when a file cannot be read completely.
 * Files removed meanwhile are left out; growing files are included with their size at the time of opening.
 */
export function zipOfFolder(top: Folder, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error("the archive's stream is not one of Node's");
  const fail = (error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on("error", fail);
  const stopSignal = AbortSignal.any([signal, closeOf(output)]);
  addAll(zip, top, stopSignal)
    .finally(() => top.close())
    .then(() => zip.end(), fail);
  return output;
}

/** Aborted when the stream is closed. */
function closeOf(stream: Readable): AbortSignal {
  const closed = new AbortController();
  stream.once("close", () => closed.abort());
  return closed.signal;
}

async function addAll(zip: ZipFile, top: Folder, signal: AbortSignal): Promise<void> {
  const pending: Buffer[][] = [[]];
  for (let names = pending.pop(); names; names = pending.pop()) {
    signal.throwIfAborted();
    if (names.length > maxDepth) throw new Error("the directory is too deep to be archived");
    const folder = await reach(top, names);
    if (!folder) continue;
    try {
      if (names.length > 0) zip.addEmptyDirectory(`${nameIn(names)}/`, optionsOf(await folder.stat()));
      for (const name of (await readdir(itself(folder), { encoding: "buffer" })).sort(Buffer.compare)) {
        const held = await undefinedIfMissing(hold(entryPath(itself(folder), name)));
        if (!held) continue;
        try {
          const stats = await held.stat({ bigint: true });
          if (stats.isDirectory()) pending.push([...names, name]);
          if (stats.isFile()) await addFile(zip, held, stats.size, nameIn([...names, name]), signal);
        } finally {
          await held.close();
        }
      }
    } finally {
      await folder.close();
    }
  }
}

async function addFile(
  zip: ZipFile,
  held: FileHandle,
  sizeBytes: bigint,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const options = optionsOf(await held.stat());
  if (sizeBytes === 0n) return zip.addBuffer(Buffer.alloc(0), name, options);
  const file = await open(itself(held), constants.O_RDONLY | constants.O_NONBLOCK);
  const stream = file.createReadStream({ start: 0, end: Number(sizeBytes) - 1 });
  addAbortSignal(signal, stream);
  try {
    zip.addReadStream(stream, name, { ...options, forceZip64Format: sizeBytes >= zip64FromBytes });
  } catch (error) {
    stream.destroy();
    throw error;
  }
  await finished(stream, { writable: false });
}

/** The folder at the end of these names, without following links; undefined when it no longer exists. */
async function reach(top: Folder, names: readonly Buffer[]): Promise<Folder | undefined> {
  let folder = await openDirectory(below(top, "."));
  for (const name of names) {
    const next = await undefinedIfMissing(openDirectory(entryPath(itself(folder), name))).finally(() =>
      folder.close(),
    );
    if (!next) return undefined;
    folder = next;
  }
  return folder;
}

async function undefinedIfMissing(held: Promise<FileHandle>): Promise<FileHandle | undefined> {
  try {
    return await held;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Of any bytes: a name that is no UTF-8 is mostly one of an old archive, in Latin-1. */
const textOf = (name: Buffer) => name.toString(isUtf8(name) ? "utf8" : "latin1");

/** Zip readers treat a backslash as a separator, and a letter and a colon at the beginning as a drive. */
const nameIn = (names: readonly Buffer[]) =>
  names
    .map(textOf)
    .join("/")
    .replaceAll("\\", "_")
    .replace(/^([A-Za-z]):/, "$1_");

const optionsOf = ({ mode, mtimeMs }: { mode: number; mtimeMs: number }) => ({
  mode,
  mtime: new Date(Math.min(Math.max(mtimeMs, timeRangeMs.from), timeRangeMs.to)),
});
