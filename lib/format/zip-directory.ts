// The directory of a zip archive from a stranger, judged before a byte of it is unpacked.
import type { Entry, FileEntry } from "@zip.js/zip.js/lib/zip-core-native.js";
import { inMebibytes, zipLimits } from "./zip-limits.ts";

/** What is wrong, and with which entry; undefined: with the archive as a whole. */
export interface ZipFault {
  readonly entry: string | undefined;
  readonly message: string;
}

const fileTypeMask = 0o170000;
const plainTypes = new Set([0, 0o040000, 0o100000]);
const symlinkType = 0o120000;
const stored = 0;
const deflated = 8;

const byteLength = (text: string) => new TextEncoder().encode(text).length;

function pathFault(path: string): string | undefined {
  if (byteLength(path) > zipLimits.maxPathBytes)
    return `its path is longer than ${zipLimits.maxPathBytes} bytes`;
  if (path.startsWith("/") || /^[a-zA-Z]:/.test(path)) return "its path is absolute";
  if (path.includes("\\")) return "its path has a backslash";
  if (/\p{Cc}/u.test(path)) return "its path has a control character";
  const segments = (path.endsWith("/") ? path.slice(0, -1) : path).split("/");
  if (segments.includes("..")) return "its path leads out of the archive";
  if (segments.includes("") || segments.includes(".")) return "its path has an empty segment";
  return undefined;
}

const isBomb = (unpackedBytes: number, packedBytes: number) =>
  unpackedBytes > zipLimits.ratioFreeBytes && unpackedBytes > packedBytes * zipLimits.maxRatio;

const tooTight = `it unpacks to more than ${zipLimits.maxRatio} times its size`;

function entryFault(entry: Entry): string | undefined {
  const path = pathFault(entry.filename);
  if (path !== undefined) return path;
  if (entry.encrypted) return "it is encrypted";
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (type === symlinkType || entry.symlink) return "it is a symbolic link";
  if (!plainTypes.has(type)) return "it is neither a file nor a folder";
  if (entry.directory) return entry.uncompressedSize > 0 ? "it is a folder with content" : undefined;
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    return "it is packed in a way that Chromium’s loader does not read";
  return isBomb(entry.uncompressedSize, entry.compressedSize) ? tooTight : undefined;
}

/** Paths that are there twice, or once as a file and once as a folder above another file. */
function clashes(entries: readonly Entry[]): ZipFault[] {
  const files = new Set<string>();
  const met = new Set<string>();
  const faults: ZipFault[] = [];
  for (const entry of entries) {
    const path = entry.filename.replace(/\/$/, "");
    if (met.has(path)) faults.push({ entry: entry.filename, message: "it is in the archive twice" });
    met.add(path);
    if (!entry.directory) files.add(path);
  }
  for (const path of met) {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      if (!files.has(path.slice(0, at))) continue;
      faults.push({ entry: path, message: `it lies in ${path.slice(0, at)}, which is a file` });
      break;
    }
  }
  return faults;
}

const localHeaderBytes = 30;

/** Entries that share bytes: how a small archive holds petabytes. */
function overlaps(entries: readonly Entry[]): ZipFault[] {
  const spans = entries
    .map((entry) => ({
      path: entry.filename,
      start: entry.offset,
      end: entry.offset + localHeaderBytes + entry.rawFilename.length + entry.compressedSize,
    }))
    .sort((a, b) => a.start - b.start);
  return spans.flatMap((span, at) => {
    const before = spans[at - 1];
    return before !== undefined && span.start < before.end
      ? [{ entry: span.path, message: `it overlaps ${before.path}` }]
      : [];
  });
}

/** Everything wrong with what the directory says; nothing of the content was looked at. */
export function directoryFaults(entries: readonly Entry[], zipBytes: number): ZipFault[] {
  const faults: ZipFault[] = [...clashes(entries), ...overlaps(entries)];
  for (const entry of entries) {
    const message = entryFault(entry);
    if (message !== undefined) faults.push({ entry: entry.filename, message });
  }
  const unpackedBytes = unpackedSize(entries);
  if (unpackedBytes > zipLimits.maxUnpackedBytes) {
    const message = `the archive unpacks to more than ${inMebibytes(zipLimits.maxUnpackedBytes)}`;
    faults.push({ entry: undefined, message });
  } else if (isBomb(unpackedBytes, zipBytes)) {
    faults.push({ entry: undefined, message: tooTight.replace(/^it/, "the archive") });
  }
  return faults;
}

/** Bytes of all files together, as the directory says. */
export const unpackedSize = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);

/** The file of exactly this path. */
export function fileAt(entries: readonly Entry[], path: string): FileEntry | undefined {
  for (const entry of entries) if (!entry.directory && entry.filename === path) return entry;
  return undefined;
}
