// The files of the state in PostgreSQL: small ones as a whole, as the version before knows them, larger ones in parts.
import type pg from "pg";
import { batchBytes, batchItems, inBatches, placeholders } from "./batches.ts";
import type { ChangedFiles, FilePart, FoundFile, OpenFile } from "./changed-files.ts";
import { type Leadership, WorkFailed } from "./leadership.ts";

/** The bytes that are read at a time of a file stored as a whole: the database unpacks all that is before each. */
const sliceBytes = 4 * batchBytes;

const isLarge = ({ size }: FoundFile) => size > batchBytes;

/** Stores these files, several small ones in one transaction, and confirms each. */
export async function storeFiles(
  leadership: Leadership,
  files: ChangedFiles,
  changed: readonly FoundFile[],
): Promise<void> {
  const small = changed.filter((file) => !isLarge(file));
  for (const batch of inBatches(small, ({ size }) => size)) await storeWhole(leadership, files, batch);
  for (const { path } of changed.filter(isLarge)) {
    const file = await files.open(path);
    if (file === undefined) continue;
    try {
      await storeInParts(leadership, path, file);
    } finally {
      await file.close();
    }
  }
}

async function storeWhole(
  leadership: Leadership,
  files: ChangedFiles,
  batch: readonly FoundFile[],
): Promise<void> {
  const read: { path: string; content: Buffer; stored: () => void }[] = [];
  for (const { path } of batch) {
    const file = await files.read(path);
    if (file !== undefined) read.push({ path, ...file });
  }
  if (read.length === 0) return;
  await leadership.write(async (client) => {
    await client.query(
      `INSERT INTO fleetdeck_service.files (path, content) VALUES ${placeholders(read.length, 2)}
       ON CONFLICT (path) DO UPDATE SET content = excluded.content`,
      read.flatMap(({ path, content }) => [path, content]),
    );
    await deleteFrom(
      client,
      "file_parts",
      read.map(({ path }) => path),
    );
  });
  for (const { stored } of read) stored();
}

/** In one transaction: a service never finds a part of a file. */
async function storeInParts(leadership: Leadership, path: string, file: OpenFile): Promise<void> {
  const read = async (part: number) =>
    await file.read(part * batchBytes, batchBytes).catch((cause: unknown) => {
      throw new WorkFailed(`${path} cannot be read`, { cause });
    });
  await leadership.write(async (client) => {
    await deleteFiles(client, [path]);
    for (let part = 0; ; part += 1) {
      const content = await read(part);
      if (content.length === 0) return;
      await client.query(
        "INSERT INTO fleetdeck_service.file_parts (path, part, content) VALUES ($1, $2, $3)",
        [...[path, part, content]],
      );
    }
  });
  file.stored();
}

const deleteFrom = async (client: pg.Client, table: "files" | "file_parts", paths: readonly string[]) =>
  await client.query(
    `DELETE FROM fleetdeck_service.${table} WHERE path IN (SELECT json_array_elements_text($1::json))`,
    [JSON.stringify(paths)],
  );

export async function deleteFiles(client: pg.Client, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  for (const table of ["files", "file_parts"] as const) await deleteFrom(client, table, paths);
}

async function queried<Row extends pg.QueryResultRow>(
  leadership: Leadership,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  let found: Row[] = [];
  await leadership.write(async (client) => {
    found = (await client.query<Row>(text, values)).rows;
  });
  return found;
}

/** The paths of all stored files. */
export async function storedPaths(leadership: Leadership): Promise<string[]> {
  const rows = await queried<{ path: string }>(
    leadership,
    "SELECT path FROM fleetdeck_service.files UNION SELECT path FROM fleetdeck_service.file_parts",
    [],
  );
  return rows.map(({ path }) => path);
}

/** All stored files. */
export const storedFiles = (leadership: Leadership): AsyncGenerator<FilePart> =>
  filesBelow(async (text, values) => await queried(leadership, text, values), "");

/** Runs a statement and returns its rows. */
export type Query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

/**
 * The stored files whose paths begin so, one part or a few small files at a time: together they may be large, and a leader's
 * row is renewed between them.
 */
export async function* filesBelow(query: Query, prefix: string): AsyncGenerator<FilePart> {
  yield* smallFiles(query, prefix);
  yield* largeFiles(query, prefix);
  yield* fileParts(query, prefix);
}

async function* smallFiles(query: Query, prefix: string): AsyncGenerator<FilePart> {
  for (let last = ""; ; ) {
    const rows = await query<{ path: string; content: Buffer }>(
      `SELECT path, content FROM (
         SELECT path, content, sum(octet_length(content)) OVER (ORDER BY path) AS bytes
         FROM (
           SELECT * FROM fleetdeck_service.files
           WHERE path > $1 AND starts_with(path, $2) AND octet_length(content) <= ${batchBytes}
           ORDER BY path LIMIT ${batchItems}
         ) AS next
       ) AS sized
       WHERE bytes - octet_length(content) < ${batchBytes} ORDER BY path`,
      [last, prefix],
    );
    for (const row of rows) yield { ...row, isFirst: true };
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.path;
  }
}

/** Files of the version before, which stored each as a whole: the driver could not receive a very large one at once. */
async function* largeFiles(query: Query, prefix: string): AsyncGenerator<FilePart> {
  const large = await query<{ path: string; size: number }>(
    `SELECT path, octet_length(content) AS size FROM fleetdeck_service.files
     WHERE starts_with(path, $1) AND octet_length(content) > ${batchBytes}`,
    [prefix],
  );
  for (const { path, size } of large)
    for (let offset = 0; offset < size; offset += sliceBytes) {
      const [row] = await query<{ content: Buffer }>(
        `SELECT substring(content FROM $2 FOR ${sliceBytes}) AS content FROM fleetdeck_service.files WHERE path = $1`,
        [path, offset + 1],
      );
      if (row !== undefined) yield { path, isFirst: offset === 0, content: row.content };
    }
}

/** Where there is a file of the same path, too, that is newer: the version before has written it. */
async function* fileParts(query: Query, prefix: string): AsyncGenerator<FilePart> {
  // A node may run before any service of this version, which makes the table.
  const [found] = await query<{ isThere: boolean }>(
    `SELECT to_regclass('fleetdeck_service.file_parts') IS NOT NULL AS "isThere"`,
    [],
  );
  if (found?.isThere !== true) return;
  const parts = await query<{ path: string; part: number }>(
    `SELECT path, part FROM fleetdeck_service.file_parts
     WHERE starts_with(path, $1) AND path NOT IN (SELECT path FROM fleetdeck_service.files) ORDER BY path, part`,
    [prefix],
  );
  for (const { path, part } of parts) {
    const [row] = await query<{ content: Buffer }>(
      "SELECT content FROM fleetdeck_service.file_parts WHERE path = $1 AND part = $2",
      [path, part],
    );
    if (row !== undefined) yield { path, isFirst: part === 0, content: row.content };
  }
}
