// When sessions say they were made, beside their facts, so that the store can sort and cut by it.
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import { epochMs } from "./run-rows.ts";

const rowsAtOnce = 500;
const created = z.object({ created_at: z.string().nullish().catch(null) });

/** The creation that facts tell, in epoch milliseconds; null where they tell none. */
export const createdAtMs = (facts: unknown): number | null =>
  epochMs(created.safeParse(facts).data?.created_at);

function createdIn(text: string): number | null {
  try {
    return createdAtMs(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Tells of sessions that are known already when they were made. */
export async function fillCreation(db: QueryExecutorProvider): Promise<void> {
  let after = "";
  for (;;) {
    const { rows } = await sql<{ id: string; facts: string }>`
      select id, facts from seen where kind = 'session' and id > ${after} order by id limit ${rowsAtOnce}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const told = rows.flatMap(({ id, facts }) => {
      const atMs = createdIn(facts);
      return atMs === null ? [] : [{ id, atMs }];
    });
    if (told.length === 0) continue;
    // The cast is for PostgreSQL, which takes a value that it knows nothing of for a text.
    const each = told.map(({ id, atMs }) => sql`when ${id} then cast(${atMs} as bigint)`);
    await sql`update seen set created_at_ms = case id ${sql.join(each, sql` `)} end
      where kind = 'session' and id in (${sql.join(told.map(({ id }) => id))})`.execute(db);
  }
}

/** One step of the schema, in SQL that SQLite and PostgreSQL both take. */
export async function sessionCreation(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("seen").addColumn("created_at_ms", "bigint").execute();
  await fillCreation(db);
}
