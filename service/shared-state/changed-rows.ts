// Observes which rows of the service's SQLite database change, and reads and writes rows as JSON text. The observers are
// temporary triggers: the file stays as it is.
import Database from "better-sqlite3";
import type { Store } from "../kernel/store.ts";

export interface RowKey {
  readonly name: string;
  readonly id: number;
}

export interface StoredRow extends RowKey {
  /** A JSON object by column; bytes as `{ "base64": "…" }`. */
  readonly content: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The tables with state. */
export function stateTables(store: Store): string[] {
  return store
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'migrations' ORDER BY name",
    )
    .pluck()
    .all();
}

/** Calls `changed` with each row that is inserted, changed or deleted from now on, also when that is rolled back. */
export function observeRows(store: Store, changed: (key: RowKey) => void): void {
  // So that a row which REPLACE deletes is noticed.
  store.pragma("recursive_triggers = ON");
  store.function("note_changed_row", (name: unknown, id: unknown) => {
    changed({ name: String(name), id: Number(id) });
    return null;
  });
  for (const name of stateTables(store)) {
    for (const [event, rows] of [
      ["INSERT", ["NEW"]],
      ["UPDATE", ["OLD", "NEW"]],
      ["DELETE", ["OLD"]],
    ] as const) {
      const notes = rows.map((row) => `SELECT note_changed_row('${name}', ${row}.rowid);`).join(" ");
      store.exec(
        `CREATE TEMP TRIGGER ${quoted(`note_${name}_${event}`)} AFTER ${event} ON main.${quoted(name)} BEGIN ${notes} END`,
      );
    }
  }
}

/** The database as it is now, to be read while it changes. Not of one in memory. The caller closes it. */
export function snapshotOf(store: Store): Store {
  const snapshot = new Database(store.name, { readonly: true });
  // It begins with the first read.
  snapshot.exec("BEGIN");
  stateTables(snapshot);
  return snapshot;
}

/** The keys of all rows. */
export function* allRows(store: Store): Generator<RowKey> {
  for (const name of stateTables(store)) {
    const ids = store
      .prepare<[], number>(`SELECT rowid FROM ${quoted(name)}`)
      .pluck()
      .all();
    for (const id of ids) yield { name, id };
  }
}

/** The row; undefined when there is none. */
export function readRow(store: Store, { name, id }: RowKey): StoredRow | undefined {
  const found = store.prepare(`SELECT * FROM ${quoted(name)} WHERE rowid = ?`).get(id);
  if (found === undefined) return undefined;
  return { name, id, content: JSON.stringify(found, encodeBytes) };
}

function encodeBytes(this: unknown, key: string, value: unknown): unknown {
  // JSON.stringify has called Buffer's toJSON by now.
  const original: unknown = typeof this === "object" && this !== null ? Reflect.get(this, key) : undefined;
  return original instanceof Uint8Array ? { base64: Buffer.from(original).toString("base64") } : value;
}

function decoded(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("base64" in value)) return value;
  return Buffer.from(String(value.base64), "base64");
}

/**
 * Replaces everything in the database by these rows. Tables and columns that this version does not have are left out;
 * columns that the row does not have get their default.
 */
export async function replaceRows(store: Store, parts: AsyncIterable<readonly StoredRow[]>): Promise<void> {
  const tables = new Map(stateTables(store).map((name) => [name, columnsOf(store, name)]));
  const insert = (row: StoredRow) => {
    const columns = tables.get(row.name);
    if (columns !== undefined) insertRow(store, row, columns);
  };
  // Rows may come before those that they refer to.
  store.pragma("foreign_keys = OFF");
  for (const name of tables.keys()) store.prepare(`DELETE FROM ${quoted(name)}`).run();
  for await (const part of parts)
    store.transaction(() => {
      for (const row of part) insert(row);
    })();
  store.pragma("foreign_keys = ON");
}

function insertRow(
  store: Store,
  { name, id, content }: StoredRow,
  columns: Map<string, "key" | "value">,
): void {
  const values: unknown = JSON.parse(content);
  if (typeof values !== "object" || values === null) return;
  // The rowid of a table with an INTEGER PRIMARY KEY is that column.
  const present = Object.entries(values).filter(([column]) => columns.get(column) === "value");
  const list = ["rowid", ...present.map(([column]) => quoted(column))];
  store
    // Whatever has been stored, a service must be able to take over.
    .prepare(
      `INSERT OR REPLACE INTO ${quoted(name)} (${list.join(", ")}) VALUES (${list.map(() => "?").join(", ")})`,
    )
    .run(id, ...present.map(([, value]) => decoded(value)));
}

/** The columns of a table, and which of them is another name of the rowid. */
function columnsOf(store: Store, name: string): Map<string, "key" | "value"> {
  const found = store
    .prepare<[string], { name: string; type: string; pk: number }>(
      "SELECT name, type, pk FROM pragma_table_info(?)",
    )
    .all(name);
  return new Map(
    found.map((column) => [column.name, column.pk === 1 && column.type === "INTEGER" ? "key" : "value"]),
  );
}
