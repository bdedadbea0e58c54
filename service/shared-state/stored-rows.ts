// The rows of the service's SQLite database in PostgreSQL.
import type pg from "pg";
import type { Store } from "../kernel/store.ts";
import { batchBytes, batchItems, inBatches, placeholders } from "./batches.ts";
import { type RowKey, readRow, type StoredRow } from "./changed-rows.ts";
import { type Leadership, WorkFailed } from "./leadership.ts";

/**
 * Stores these rows as they are in `store`, and deletes those that it does not have. Call it in one transaction for all
 * that has changed, with a store that does not change meanwhile: stored rows are always those of one time.
 */
export async function storeRows(client: pg.Client, store: Store, keys: Iterable<RowKey>): Promise<void> {
  const gone: RowKey[] = [];
  for (const rows of inBatches(presentRows(store, keys, gone), ({ content }) => Buffer.byteLength(content))) {
    // No arrays: the driver escapes their text at several times its size.
    await client.query(
      `INSERT INTO fleetdeck_service.rows (name, id, content) VALUES ${placeholders(rows.length, 3)}
       ON CONFLICT (name, id) DO UPDATE SET content = excluded.content`,
      rows.flatMap(({ name, id, content }) => [name, id, content]),
    );
  }
  if (gone.length === 0) return;
  await client.query(
    `DELETE FROM fleetdeck_service.rows
     WHERE (name, id) IN (SELECT key ->> 0, (key ->> 1)::bigint FROM json_array_elements($1::json) AS key)`,
    [JSON.stringify(gone.map(({ name, id }) => [name, id]))],
  );
}

function* presentRows(store: Store, keys: Iterable<RowKey>, gone: RowKey[]): Generator<StoredRow> {
  for (const key of keys) {
    const row = readOrFail(store, key);
    if (row === undefined) gone.push(key);
    else yield row;
  }
}

function readOrFail(store: Store, key: RowKey): StoredRow | undefined {
  try {
    return readRow(store, key);
  } catch (cause) {
    throw new WorkFailed(`the row ${key.id} of ${key.name} cannot be read`, { cause });
  }
}

/** The keys of all stored rows. */
export async function storedKeys(leadership: Leadership): Promise<RowKey[]> {
  let keys: RowKey[] = [];
  await leadership.write(async (client) => {
    const { rows } = await client.query<RowKey>("SELECT name, id FROM fleetdeck_service.rows");
    keys = rows.map(({ name, id }) => ({ name, id: Number(id) }));
  });
  return keys;
}

/** In parts: together they may be large, and the leader's row is renewed between them. */
export async function* storedRows(leadership: Leadership): AsyncGenerator<StoredRow[]> {
  let last = { name: "", id: 0 };
  for (;;) {
    let part: StoredRow[] = [];
    await leadership.write(async (client) => {
      const { rows } = await client.query<StoredRow>(
        `SELECT name, id, content FROM (
           SELECT name, id, content, sum(octet_length(content)) OVER (ORDER BY name, id) AS bytes
           FROM (
             SELECT * FROM fleetdeck_service.rows WHERE (name, id) > ($1, $2::bigint)
             ORDER BY name, id LIMIT ${batchItems}
           ) AS next
         ) AS sized
         WHERE bytes - octet_length(content) < ${batchBytes} ORDER BY name, id`,
        [last.name, last.id],
      );
      // The database gives a bigint as text.
      part = rows.map((row) => ({ ...row, id: Number(row.id) }));
    });
    const end = part.at(-1);
    if (end === undefined) return;
    yield part;
    last = end;
  }
}
