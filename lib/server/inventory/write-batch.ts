// Writes a batch of the inventory.
import { type Database, dialectOf, inTransaction } from "../db/database.ts";
import type { WriteBatch } from "./inventory-writer.ts";
import { recordLinks } from "./resource-links.ts";
import { markAbsentAsEnded, markResourceEnded, upsertResources } from "./resource-writes.ts";

async function writeAll(
  db: Database,
  { resources, links, completeLists, endings }: WriteBatch,
): Promise<void> {
  await upsertResources(db, resources);
  await recordLinks(db, links);
  for (const completeList of completeLists) await markAbsentAsEnded(db, completeList);
  for (const ending of endings) await markResourceEnded(db, ending);
}

/**
 * Writes a batch, in the embedded file whole or not at all: there each write of its own blocks the process until the disk has it.
 * In a shared database replicas that write at the same time would wait for each other's rows.
 */
export const writeBatch = (db: Database, batch: WriteBatch): Promise<void> =>
  dialectOf(db) === "sqlite" ? inTransaction(db, (trx) => writeAll(trx, batch)) : writeAll(db, batch);
