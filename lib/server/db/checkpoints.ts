// The recorder's progress as small JSON values by name, each written in the transaction of the data it describes.
import { parseStored } from "../../format/parse-stored.ts";
import type { Database } from "./database.ts";
import { upsert } from "./upsert.ts";

/** The checkpoint of that name; undefined when there is none or it does not match its schema. */
export async function readCheckpoint<Value>(
  db: Database,
  name: string,
  schema: { safeParse(value: unknown): { readonly data?: Value | undefined } },
): Promise<Value | undefined> {
  const row = await db
    .selectFrom("recorder_checkpoints")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return parseStored(schema, row?.value);
}

/** The stored texts of these checkpoints by name; without those that do not exist. */
export async function readCheckpointTexts(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("recorder_checkpoints").selectAll().where("name", "in", names).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Inserts or replaces a checkpoint. */
export async function writeCheckpoint(db: Database, name: string, value: unknown): Promise<void> {
  await upsert(db, "recorder_checkpoints", [{ name, value: JSON.stringify(value) }]);
}
