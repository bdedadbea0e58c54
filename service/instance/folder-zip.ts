// A directory as a zip archive, made while it is read: one file open and one chunk in memory at a time. Only plain
// files and directories go in; links, pipes and devices are left out, so nothing is read that is not below it.
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { codeOf } from "./paths.ts";
import { below, type Folder, hold, holdFolder, itself } from "./walk.ts";

const zip64FromBytes = 0xffff_0000n;
// Beyond it a path is longer than any operation takes.
const maxDepth = 2_048;
/** What the format can say. */
const timeRangeMs = { from: Date.UTC(1980, 0, 2), to: Date.UTC(2107, 11, 30) };

/**
 * The archive of what `top` holds, as a stream that fails when something cannot be read to its end. Takes over
 * `top`. What vanishes meanwhile is left out; of a file that grows, what it held when it was opened goes in.
 */
export function zipOfFolder(top: Folder, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error("the archive's stream is not one of Node's");
  const fail = (error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on("error", fail);
  const left = AbortSignal.any([signal, closeOf(output)]);
  addAll(zip, top, left)
    .finally(() => top.close())
    .then(() => zip.end(), fail);
  return output;
}

/** Aborted when nobody reads the stream any more. */
function closeOf(stream: Readable): AbortSignal {
  const closed = new AbortController();
  stream.once("close", () => closed.abort());
  return closed.signal;
}

async function addAll(zip: ZipFile, top: Folder, signal: AbortSignal): Promise<void> {
  const pending: string[][] = [[]];
  for (let names = pending.pop(); names; names = pending.pop()) {
    signal.throwIfAborted();
    if (names.length > maxDepth) throw new Error("the directory is too deep to be archived");
    const folder = await reach(top, names);
    if (!folder) continue;
    try {
      if (names.length > 0) zip.addEmptyDirectory(`${nameIn(names)}/`, optionsOf(await folder.stat()));
      for (const name of (await readdir(itself(folder))).sort()) {
        const held = await ifThere(hold(below(folder, name)));
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
  const read = finished(stream, { writable: false });
  zip.addReadStream(stream, name, { ...options, forceZip64Format: sizeBytes >= zip64FromBytes });
  await read;
}

/** The folder at the end of these names, no link among them; undefined when it is gone. */
async function reach(top: Folder, names: readonly string[]): Promise<Folder | undefined> {
  let folder = await holdFolder(below(top, "."));
  for (const name of names) {
    const next = await ifThere(holdFolder(below(folder, name))).finally(() => folder.close());
    if (!next) return undefined;
    folder = next;
  }
  return folder;
}

async function ifThere(held: Promise<FileHandle>): Promise<FileHandle | undefined> {
  try {
    return await held;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The format knows no backslash in a name; it would be read as a separator. */
const nameIn = (names: readonly string[]) => names.join("/").replaceAll("\\", "_");

const optionsOf = ({ mode, mtimeMs }: { mode: number; mtimeMs: number }) => ({
  mode,
  mtime: new Date(Math.min(Math.max(mtimeMs, timeRangeMs.from), timeRangeMs.to)),
});
