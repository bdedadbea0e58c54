// Checkpoints of the audit: a file beside the database that states from time to time how far the chain went, so that
// rows which were dropped from its end are missed. Lines are only appended, each signed.
import { appendFile, chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isoTime } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { isSigned, sign } from "./audit-key.ts";

const line = z.object({
  /** When it was written, RFC 3339. */
  at: z.string(),
  /** Number and hash of the newest row. */
  seq: z.int(),
  hash: z.string(),
  /** Number of stored rows. */
  rows: z.int(),
  signature: z.string(),
});
export type AuditCheckpoint = z.infer<typeof line>;

const valuesOf = ({ at, seq, hash, rows }: Omit<AuditCheckpoint, "signature">) => [at, seq, hash, rows];

/** Whether a line was written by this dashboard. */
export const isOwnCheckpoint = (checkpoint: AuditCheckpoint): boolean =>
  isSigned(checkpoint.signature, "checkpoint", valuesOf(checkpoint));

export const checkpointPath = (dataDir: string): string => join(dataDir, "audit-checkpoints.jsonl");

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** All checkpoints, oldest first; a line that cannot be read is returned with its number. */
export async function readCheckpoints(
  path: string,
): Promise<{ checkpoints: AuditCheckpoint[]; unreadableLine: number | undefined }> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return "";
    throw error;
  });
  const checkpoints: AuditCheckpoint[] = [];
  let unreadableLine: number | undefined;
  for (const [at, each] of text.split("\n").entries()) {
    if (each === "") continue;
    try {
      checkpoints.push(line.parse(JSON.parse(each)));
    } catch {
      unreadableLine ??= at + 1;
    }
  }
  return { checkpoints, unreadableLine };
}

/** Appends a checkpoint unless the newest row is still the one of `last`; returns the newest. */
export async function appendCheckpoint(
  db: Database,
  path: string,
  last: { seq: number } | undefined,
  nowMs: number,
): Promise<{ seq: number } | undefined> {
  const newest = await db
    .selectFrom("audit")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.seq === last?.seq) return last;
  const oldest = await db.selectFrom("audit").select("seq").orderBy("seq").limit(1).executeTakeFirstOrThrow();
  const checkpoint = {
    at: isoTime(nowMs),
    seq: newest.seq,
    hash: newest.hash,
    rows: newest.seq - oldest.seq + 1,
  };
  const signed = { ...checkpoint, signature: sign("checkpoint", valuesOf(checkpoint)) };
  // A line break first: one that a crash cut off stays a line of its own.
  await appendFile(path, `\n${JSON.stringify(signed)}\n`, { mode: 0o600, flush: true });
  await chmod(path, 0o600);
  return newest;
}
