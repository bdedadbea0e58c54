import { auditBytes } from "../audit/prune-audit.ts";
import type { Database } from "../db/database.ts";
import { usedBytes } from "../db/disk-usage.ts";
import { pictureTotals } from "../pictures/picture-reads.ts";
import { storedLogTotals } from "../stored-logs/stored-log-reads.ts";

/**
 * Bytes of the database without its audit, stored logs and pictures, which have bounds of their own; undefined where they
 * cannot be read.
 */
export async function usedBytesWithoutEvidence(db: Database): Promise<number | undefined> {
  const used = await usedBytes(db);
  if (used === undefined) return undefined;
  return (
    used - (await auditBytes(db)) - (await storedLogTotals(db)).stored_bytes - (await pictureTotals(db)).bytes
  );
}
