// Which zip archives are accepted, by their central directory: the page applies this before an upload, the service
// before unpacking. Whoever unpacks also verifies sizes and checksums, because a directory may declare wrong ones.

export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Unpacked size of all files. */
  readonly maxTotalBytes: number;
  /** Unpacked to packed size, of each file and of the whole. Does not apply up to 1 MiB unpacked. */
  readonly maxRatio: number;
  readonly maxPathBytes: number;
}

const mebibyte = 1024 * 1024;

/** Limits of an extension's archive, so that a small upload cannot fill the disk. */
export const extensionArchiveLimits = {
  maxEntries: 5_000,
  maxTotalBytes: 200 * mebibyte,
  maxRatio: 100,
  maxPathBytes: 255,
} as const satisfies ArchiveLimits;

/** An entry as the central directory declares it, its path decoded. */
export interface ArchiveRecord {
  /** Ends with `/` if it is a folder. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** The external attributes: a Unix mode in the upper 16 bits, MS-DOS attributes in the lower ones. */
  readonly attributes: number;
  /** Compression method: 0 is store, 8 is deflate. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Where its local header starts and, as far as it is known, its data end. */
  readonly span: { readonly start: number; readonly end: number };
}

/** An accepted entry. */
export interface ArchiveEntry<Source extends ArchiveRecord> {
  readonly record: Source;
  /** Relative, with `/` between segments and none at the end. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Permission bits; undefined when the archive has none. */
  readonly mode: number | undefined;
}

/** A fault and its entry; undefined: the archive as a whole. */
export interface ArchiveFault {
  readonly entry: string | undefined;
  readonly message: string;
}

export interface ArchiveVerdict<Source extends ArchiveRecord> {
  /** Empty for an accepted archive. */
  readonly faults: readonly ArchiveFault[];
  /** One for each record, in the same order; empty when there are faults. */
  readonly entries: readonly ArchiveEntry<Source>[];
  /** Unpacked size of all files. */
  readonly totalBytes: number;
}

/** Formats a limit in whole mebibytes, otherwise in bytes. */
export const inMebibytes = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes} bytes`;

/** The fault of an archive with this number of entries; readers need not read more than one beyond the limit. */
export const countFault = (count: number, { maxEntries }: ArchiveLimits): ArchiveFault | undefined =>
  count > maxEntries
    ? { entry: undefined, message: `the archive has more than ${maxEntries.toLocaleString("en")} entries` }
    : undefined;

/** Judges an archive of `archiveBytes` by all records of its central directory. */
export function judgeArchive<Source extends ArchiveRecord>(
  records: readonly Source[],
  archiveBytes: number,
  limits: ArchiveLimits,
): ArchiveVerdict<Source> {
  const totalBytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const tooMany = countFault(records.length, limits);
  if (tooMany !== undefined) return { faults: [tooMany], entries: [], totalBytes };
  const faults: ArchiveFault[] = [];
  const kinds: PathKinds = new Map();
  for (const record of records) {
    const message = recordFault(record, limits) ?? claimPath(kinds, record.path);
    if (message !== undefined) faults.push({ entry: record.path, message });
  }
  faults.push(...overlapFaults(records));
  if (totalBytes > limits.maxTotalBytes) {
    const message = `the archive unpacks to more than ${inMebibytes(limits.maxTotalBytes)}`;
    faults.push({ entry: undefined, message });
  } else if (isBomb(totalBytes, archiveBytes, limits)) {
    faults.push({ entry: undefined, message: `the archive ${tooTight(limits)}` });
  }
  return { faults, entries: faults.length > 0 ? [] : records.map(entryOf), totalBytes };
}

const entryOf = <Source extends ArchiveRecord>(record: Source): ArchiveEntry<Source> => ({
  record,
  path: record.path.replace(/\/$/, ""),
  isDirectory: record.path.endsWith("/"),
  mode: record.attributes >>> 16 === 0 ? undefined : (record.attributes >>> 16) & 0o777,
});

const ratioFreeBytes = mebibyte;
const fileTypeMask = 0o170000;
const folderType = 0o040000;
const fileType = 0o100000;
const symlinkType = 0o120000;
const dosFolder = 0x10;
const stored = 0;
const deflated = 8;
/** The longest name of a file system. */
const maxSegmentBytes = 255;

const isBomb = (unpackedBytes: number, packedBytes: number, { maxRatio }: ArchiveLimits) =>
  unpackedBytes > ratioFreeBytes && unpackedBytes > packedBytes * maxRatio;
const tooTight = ({ maxRatio }: ArchiveLimits) => `unpacks to more than ${maxRatio} times its size`;

const byteLength = (text: string) => new TextEncoder().encode(text).length;

function recordFault(record: ArchiveRecord, limits: ArchiveLimits): string | undefined {
  const { path, attributes, sizeBytes, packedBytes, method } = record;
  const fault = pathFault(path, limits.maxPathBytes);
  if (fault !== undefined) return fault;
  if (record.encrypted) return "it is encrypted";
  const isFolder = path.endsWith("/");
  const type = (attributes >>> 16) & fileTypeMask;
  if (type === symlinkType) return "it is a symbolic link";
  if (type !== 0 && type !== folderType && type !== fileType) return "it is neither a file nor a folder";
  if (isFolder && type === fileType) return "it is a file with the name of a folder";
  if (!isFolder && (type === folderType || (attributes & dosFolder) !== 0)) {
    return "it is a folder with the name of a file";
  }
  if (isFolder && sizeBytes > 0) return "it is a folder with content";
  if (method !== stored && method !== deflated) {
    return "its compression method is not supported; use store or deflate";
  }
  return isBomb(sizeBytes, packedBytes, limits) ? `it ${tooTight(limits)}` : undefined;
}

function pathFault(path: string, maxPathBytes: number): string | undefined {
  if (byteLength(path) > maxPathBytes) return `its path is longer than ${maxPathBytes} bytes`;
  if (path.startsWith("/") || /^[a-zA-Z]:/.test(path)) return "its path is absolute";
  if (path.includes("\\")) return "its path has a backslash";
  if (/\p{Cc}/u.test(path)) return "its path has a control character";
  const segments = path.replace(/\/$/, "").split("/");
  if (segments.includes("..")) return "its path leads out of the archive";
  if (segments.includes("") || segments.includes(".")) return "its path has an empty segment";
  if (segments.some((segment) => byteLength(segment) > maxSegmentBytes)) {
    return `its path has a segment longer than ${maxSegmentBytes} bytes`;
  }
  return undefined;
}

/** What each path is; "parent": a folder that has no entry so far. */
type PathKinds = Map<string, "file" | "folder" | "parent">;

/** Records a path; returns the fault if it is there already or lies in a file. */
function claimPath(kinds: PathKinds, record: string): string | undefined {
  const path = record.replace(/\/$/, "");
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const parent = path.slice(0, at);
    const kind = kinds.get(parent);
    if (kind === "file") return `it lies in ${parent}, which is a file`;
    if (kind === undefined) kinds.set(parent, "parent");
  }
  const known = kinds.get(path);
  const isFolder = record.endsWith("/");
  if (known !== undefined && !(known === "parent" && isFolder)) return "it is in the archive twice";
  kinds.set(path, isFolder ? "folder" : "file");
  return undefined;
}

/** Overlapping entries, by which a small archive can contain petabytes. */
function overlapFaults(records: readonly ArchiveRecord[]): ArchiveFault[] {
  const sorted = [...records].sort((a, b) => a.span.start - b.span.start);
  return sorted.flatMap(({ path, span }, at) => {
    const before = sorted[at - 1];
    return before !== undefined && span.start < before.span.end
      ? [{ entry: path, message: `it overlaps ${before.path}` }]
      : [];
  });
}
