// The archive of one living session. Events are written in the background; while the disk is too slow or full they are
// dropped and counted, and their numbers are missing in it.
import {
  type ArchiveLimits,
  type ArchiveLine,
  SegmentWriter,
  standardArchiveLimits,
} from "./archive-segments.ts";

const maxPendingBytes = 8 * 1024 * 1024;
/** Events of this time are written together: a write costs more than what most events have to be written. */
const writeAfterMs = 100;

export class TelemetryArchive {
  readonly dir: string;
  readonly #writer: SegmentWriter;
  readonly #report: (error: unknown) => void;
  #pending: ArchiveLine[] = [];
  #pendingBytes = 0;
  #clearing = false;
  #flushing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #droppedCount = 0;
  #hasReported = false;

  constructor(
    dir: string,
    { report, limits = standardArchiveLimits }: { report: (error: unknown) => void; limits?: ArchiveLimits },
  ) {
    this.dir = dir;
    this.#writer = new SegmentWriter(dir, limits);
    this.#report = report;
  }

  /** Events that are missing in it. */
  get droppedCount(): number {
    return this.#droppedCount;
  }

  append(line: ArchiveLine): void {
    const bytes = line.json.length;
    if (this.#pendingBytes + bytes > maxPendingBytes) {
      this.#droppedCount += 1;
      return;
    }
    this.#pending.push(line);
    this.#pendingBytes += bytes;
    this.#timer ??= setTimeout(() => void this.flushed(), writeAfterMs).unref();
  }

  /** Deletes all events so far. Whoever awaits `flushed` afterwards reads none of them. */
  clear(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#clearing = true;
    void this.flushed();
  }

  /** Resolves when what was appended until now is in the files, or dropped. */
  async flushed(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    do {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
      await this.#flushing;
    } while (this.#clearing || this.#pending.length > 0);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.flushed();
    await this.#writer.close();
  }

  async #flush(): Promise<void> {
    while (this.#clearing || this.#pending.length > 0) {
      if (this.#clearing) {
        this.#clearing = false;
        await this.#writer.clear().catch(this.#report);
        continue;
      }
      const lines = this.#pending;
      this.#pending = [];
      this.#pendingBytes = 0;
      await this.#writer.append(lines).catch(async (error: unknown) => {
        this.#droppedCount += lines.length;
        // Once for a session: a full disk would otherwise be reported with every event.
        if (!this.#hasReported) this.#report(new Error("telemetry could not be stored", { cause: error }));
        this.#hasReported = true;
        await this.#writer.close().catch(() => undefined);
      });
    }
  }
}
