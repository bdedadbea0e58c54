// The telemetry of all sessions: living ones, and the archives of those that have ended until they are too old or all
// together too large.

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { makeFolder } from "../kernel/data-folder.ts";
import { FileRetention } from "../kernel/file-retention.ts";
import type { Paces } from "../kernel/paces.ts";
import { segmentsWrittenMs, sizeOfSegments } from "./archive-segments.ts";
import { SessionTelemetry } from "./session-telemetry.ts";
import { TelemetryArchive } from "./telemetry-archive.ts";
import { type PageWindow, readTelemetryPage, type TelemetryPage } from "./telemetry-page.ts";

export interface TelemetryLimits {
  /** How many days the archive of an ended session is stored. */
  keepDays: number;
  /** The maximum size of all archives of ended sessions; the oldest are deleted first. */
  keepBytes: number;
}

export const standardTelemetryLimits: TelemetryLimits = { keepDays: 7, keepBytes: 2_000_000_000 };

export interface TelemetryDeps {
  dataDir: string;
  clock: Clock;
  paces: Paces;
  limits: TelemetryLimits;
  /** Receives errors of background work. */
  report: (error: unknown) => void;
}

interface EndedArchive {
  /** RFC 3339. */
  finishedAt: string;
  sizeBytes: number;
}

/** Opens and ends the telemetry of sessions and deletes old archives. */
export class Telemetry {
  readonly #deps: TelemetryDeps;
  readonly #dir: string;
  readonly #retention: FileRetention;
  readonly #living = new Map<string, SessionTelemetry>();
  readonly #ended = new Map<string, EndedArchive>();

  constructor(deps: TelemetryDeps) {
    this.#deps = deps;
    this.#dir = join(deps.dataDir, "telemetry");
    const { clock, paces, limits, report } = deps;
    this.#retention = new FileRetention({
      what: "telemetry",
      limits,
      finished: () =>
        [...this.#ended]
          .map(([id, archive]) => ({ id, ...archive }))
          .sort((a, b) => b.finishedAt.localeCompare(a.finishedAt)),
      written: (id) => segmentsWrittenMs(this.#path(id)),
      remove: async (id) => {
        this.#ended.delete(id);
        await rm(this.#path(id), { recursive: true, force: true });
      },
      clock,
      everyMs: paces.telemetry.retentionCheckMs,
      report,
    });
    makeFolder(this.#dir);
  }

  /**
   * Takes over the archives of an earlier process and begins to delete old ones. `endedAt` returns when a session ended,
   * as RFC 3339, or undefined for one that no client can name any more, whose archive is deleted.
   */
  async open(endedAt: (sessionId: string) => string | undefined): Promise<void> {
    for (const id of await readdir(this.#dir)) {
      const finishedAt = endedAt(id);
      if (finishedAt === undefined) await rm(this.#path(id), { recursive: true, force: true });
      else this.#ended.set(id, { finishedAt, sizeBytes: await sizeOfSegments(this.#path(id)) });
    }
    await this.#retention.start();
  }

  /** The telemetry of a session that begins. */
  start(sessionId: string): SessionTelemetry {
    const { clock, paces, report } = this.#deps;
    const archive = new TelemetryArchive(this.#path(sessionId), { report });
    const telemetry = new SessionTelemetry({ archive, clock, capture: { clock, paces: paces.telemetry } });
    this.#living.set(sessionId, telemetry);
    return telemetry;
  }

  /** Ends the telemetry of a session; its archive stays unless `discard` is set. */
  async end(sessionId: string, options: { discard: boolean }): Promise<void> {
    await this.#living.get(sessionId)?.close(options);
    this.#living.delete(sessionId);
    const sizeBytes = await sizeOfSegments(this.#path(sessionId));
    if (sizeBytes > 0) this.#ended.set(sessionId, { finishedAt: this.#deps.clock.timestamp(), sizeBytes });
    await this.#retention.removeOld();
  }

  /** A page of the events of a session, living or ended; empty where nothing is stored. */
  async page(sessionId: string, window: PageWindow): Promise<TelemetryPage> {
    const living = this.#living.get(sessionId);
    return living ? await living.page(window) : await readTelemetryPage(this.#path(sessionId), window);
  }

  /** The ids of ended sessions whose archives are stored. */
  endedIds(): string[] {
    return [...this.#ended.keys()];
  }

  close(): void {
    this.#retention.close();
  }

  #path(sessionId: string): string {
    return join(this.#dir, sessionId);
  }
}
