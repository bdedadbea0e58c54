// The export of one browser session: everything that is stored of it, as a zip archive.
import type { Readable } from "node:stream";
import type { Database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { readPicture } from "../pictures/picture-reads.ts";
import { storedEntries } from "../stored-logs/stored-log-chunks.ts";
import { harFile } from "./har-file.ts";
import { logFile, telemetryFile } from "./log-file.ts";
import {
  type ExportedLog,
  type ExportedPicture,
  readSessionEvidence,
  sessionFile,
} from "./session-evidence.ts";
import { type ZipMember, zipStream } from "./zip-stream.ts";

/**
 * The archive of a session: `logs/<name>.log`, `invocations/<id>.log`, `telemetry.ndjson`, `network.har`,
 * `pictures/<time>.png`, and at its end `session.json`, which says what the others have and lack. It takes the memory of
 * a few chunks, however long the logs are. Throws a Problem 404 where nothing is stored.
 */
export async function sessionArchive(db: Database, sessionId: string, nowMs: number): Promise<Readable> {
  const evidence = await readSessionEvidence(db, sessionId);
  const members = [
    ...evidence.logs.flatMap((log) => membersOf(db, log)),
    ...evidence.pictures.map((picture) => pictureMember(db, picture)),
    {
      path: "session.json",
      async *content() {
        yield sessionFile(evidence, nowMs);
      },
    },
  ];
  return zipStream(members, nowMs);
}

function membersOf(db: Database, { row, path, isTelemetry, report }: ExportedLog): ZipMember[] {
  if (!isTelemetry) return [{ path, content: () => logFile(storedEntries(db, row), report) }];
  return [
    { path, content: () => telemetryFile(storedEntries(db, row), report) },
    { path: "network.har", content: () => harFile(storedEntries(db, row)) },
  ];
}

const pictureMember = (db: Database, exported: ExportedPicture): ZipMember => ({
  path: exported.path,
  isCompressible: false,
  async *content() {
    try {
      yield await readPicture(db, exported.picture.id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      exported.isDeleted = true;
    }
  },
});
