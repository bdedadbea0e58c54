// Where the recorder stands, as small JSON values by name, written in the transaction of what they speak of.
import type { z } from "zod";
import type { Database } from "./database.ts";

/** The mark of that name; undefined when there is none or when it does not fit its schema. */
export async function readMark<Schema extends z.ZodType>(
  db: Database,
  name: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const row = await db
    .selectFrom("recorder_marks")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(row.value)).data;
  } catch {
    return undefined;
  }
}

/** Sets a mark. */
export async function writeMark(db: Database, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto("recorder_marks")
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: text }))
    .execute();
}
