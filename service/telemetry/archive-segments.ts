// The files of one session's archive: JSON lines in segments, whose names have the number and time of their first event,
// so that a page is found without an index that would have to survive a kill of the service.
import { type FileHandle, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../kernel/data-folder.ts";
import { undefinedIfMissing } from "../kernel/system-error.ts";
import type { TelemetryLine } from "./telemetry-ring.ts";

export interface Segment {
  name: string;
  /** Number of its first event. */
  firstSeq: number;
  /** Time of its first event, microseconds since the epoch. */
  firstTs: number;
}

const pattern = /^(\d{12})-(\d{1,17})\.jsonl$/;

/** The segments in a folder, oldest first; none when there is no folder. */
export async function listSegments(dir: string): Promise<Segment[]> {
  const names = (await readdir(dir).catch(undefinedIfMissing)) ?? [];
  return names.sort().flatMap((name) => {
    const [, seq, ts] = pattern.exec(name) ?? [];
    return seq === undefined || ts === undefined
      ? []
      : [{ name, firstSeq: Number(seq), firstTs: Number(ts) }];
  });
}

/** The whole lines of a segment; none when it has been deleted. A kill of the service may have cut the last line. */
export async function readSegment(dir: string, { name }: Segment): Promise<string[]> {
  const text = (await readFile(join(dir, name), "utf8").catch(undefinedIfMissing)) ?? "";
  return text.split("\n").slice(0, -1);
}

/** Bytes of all segments in a folder. */
export async function sizeOfSegments(dir: string): Promise<number> {
  const sizes = await Promise.all(
    (await listSegments(dir)).map(async ({ name }) => (await stat(join(dir, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** When the newest segment in a folder was last written, epoch milliseconds; undefined when there is none. */
export async function segmentsWrittenMs(dir: string): Promise<number | undefined> {
  const newest = (await listSegments(dir)).at(-1);
  return newest && (await stat(join(dir, newest.name)).catch(undefinedIfMissing))?.mtimeMs;
}

export interface ArchiveLine extends TelemetryLine {
  /** Microseconds since the epoch. */
  ts: number;
}

export interface ArchiveLimits {
  /** A further segment starts at this size. */
  segmentBytes: number;
  /** The oldest segment of a session is deleted beyond this number. */
  segments: number;
}

export const standardArchiveLimits: ArchiveLimits = { segmentBytes: 1024 * 1024, segments: 64 };

/** Appends to the segments of a folder, which it creates with the first line. Calls must not overlap. */
export class SegmentWriter {
  readonly #dir: string;
  readonly #limits: ArchiveLimits;
  #written: string[] = [];
  #handle: FileHandle | undefined;
  #handleBytes = 0;

  constructor(dir: string, limits: ArchiveLimits) {
    this.#dir = dir;
    this.#limits = limits;
  }

  async append(lines: readonly ArchiveLine[]): Promise<void> {
    let batch = "";
    for (const line of lines) {
      const bytes = Buffer.byteLength(line.json) + 1;
      if (!this.#handle || this.#handleBytes + bytes > this.#limits.segmentBytes) {
        await this.#handle?.appendFile(batch);
        batch = "";
        await this.#startSegment(line);
      }
      batch += `${line.json}\n`;
      this.#handleBytes += bytes;
    }
    await this.#handle?.appendFile(batch);
  }

  /** Deletes everything that was written. */
  async clear(): Promise<void> {
    await this.close();
    this.#written = [];
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** A later line starts a further segment: after a failed write this one may end within a line. */
  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #startSegment({ seq, ts }: ArchiveLine): Promise<void> {
    await this.close();
    makeFolder(this.#dir);
    const name = `${String(seq).padStart(12, "0")}-${ts}.jsonl`;
    this.#handle = await open(join(this.#dir, name), "a", 0o600);
    this.#handleBytes = 0;
    this.#written.push(name);
    while (this.#written.length > this.#limits.segments) {
      await rm(join(this.#dir, this.#written.shift() ?? ""), { force: true });
    }
  }
}
