// Streams a directory as a zip archive: one open file and one chunk in memory at a time. Contains only regular
// files and directories; links, pipes and devices are left out, so nothing outside of the directory is read. The page's
// zip library would need twice the time and memory for many small files.
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { systemErrorCode } from "../kernel/system-error.ts";
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
  /** Names on the disk, and the path in the archive with a slash at its end; empty for the top. */
  const pending: { names: Buffer[]; path: string }[] = [{ names: [], path: "" }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { names, path } = next;
    signal.throwIfAborted();
    if (names.length > maxDepth) throw new Error("the directory is too deep to be archived");
    const folder = await reach(top, names);
    if (!folder) continue;
    try {
      if (path !== "") zip.addEmptyDirectory(path, optionsOf(await folder.stat()));
      const entries = (await readdir(itself(folder), { encoding: "buffer" })).sort(Buffer.compare);
      for (const { name, text } of namesIn(entries, path === "")) {
        const held = await undefinedIfMissing(hold(entryPath(itself(folder), name)));
        if (!held) continue;
        try {
          const stats = await held.stat({ bigint: true });
          if (stats.isDirectory()) pending.push({ names: [...names, name], path: `${path}${text}/` });
          if (stats.isFile()) await addFile(zip, held, stats.size, `${path}${text}`, signal);
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
    const code = systemErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The text of any bytes: a name that is no UTF-8 is mostly one of an old archive, in Latin-1. */
const textOf = (name: Buffer) => name.toString(isUtf8(name) ? "utf8" : "latin1");

/** Zip readers treat a backslash as a separator, and a letter and a colon at the beginning as a drive. */
function safe(text: string, isTop: boolean): string {
  const name = text.replaceAll("\\", "_");
  return isTop ? name.replace(/^([A-Za-z]):/, "$1_") : name;
}

/** The names of one folder with those in the archive: one that cannot stay as it is gets a number where another one has it. */
function namesIn(names: readonly Buffer[], isTop: boolean): { name: Buffer; text: string }[] {
  const entries = names.map((name) => ({ name, text: safe(textOf(name), isTop) }));
  const stays = ({ name, text }: { name: Buffer; text: string }) => name.equals(Buffer.from(text));
  const taken = new Set(entries.filter(stays).map(({ text }) => text));
  /** By name: those that were tried. */
  const numbers = new Map<string, number>();
  return entries.map((entry) => {
    if (stays(entry)) return entry;
    let { text } = entry;
    let number = numbers.get(text) ?? 0;
    while (taken.has(text)) {
      number += 1;
      text = `${entry.text}~${number}`;
    }
    numbers.set(entry.text, number);
    taken.add(text);
    return { ...entry, text };
  });
}

const optionsOf = ({ mode, mtimeMs }: { mode: number; mtimeMs: number }) => ({
  mode,
  mtime: new Date(Math.min(Math.max(mtimeMs, timeRangeMs.from), timeRangeMs.to)),
});
