import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import type { Store } from "../kernel/store.ts";
import {
  allRows,
  observeRows,
  type RowKey,
  readRow,
  replaceRows,
  type StoredRow,
  snapshotOf,
} from "./changed-rows.ts";

const tables = `
  CREATE TABLE boxes (id TEXT PRIMARY KEY, label TEXT, content BLOB) STRICT;
  CREATE TABLE items (sequence INTEGER PRIMARY KEY AUTOINCREMENT, box TEXT NOT NULL REFERENCES boxes (id) ON DELETE CASCADE) STRICT;
`;

function open(sql = tables): Store {
  const store = new Database(":memory:");
  store.pragma("foreign_keys = ON");
  store.exec(sql);
  return store;
}

function observed(store: Store): () => string[] {
  const seen = new Set<string>();
  observeRows(store, ({ name, id }: RowKey) => void seen.add(`${name} ${id}`));
  return () => {
    const all = [...seen].toSorted();
    seen.clear();
    return all;
  };
}

async function* inParts(rows: readonly StoredRow[]) {
  for (const row of rows) yield [row];
}
const everything = (store: Store): StoredRow[] =>
  [...allRows(store)].flatMap((key) => readRow(store, key) ?? []);

it("notices each row that is inserted, changed, replaced or deleted, also by a cascade", () => {
  const store = open();
  const changes = observed(store);
  store.exec(
    "INSERT INTO boxes VALUES ('a', 'one', NULL), ('b', 'two', NULL); INSERT INTO items (box) VALUES ('a')",
  );
  expect(changes()).toEqual(["boxes 1", "boxes 2", "items 1"]);
  store.exec("UPDATE boxes SET label = 'three' WHERE id = 'b'");
  expect(changes()).toEqual(["boxes 2"]);
  store.exec("REPLACE INTO boxes VALUES ('b', 'four', NULL)");
  expect(changes()).toEqual(["boxes 2", "boxes 3"]);
  store.exec("DELETE FROM boxes WHERE id = 'a'");
  expect(changes()).toEqual(["boxes 1", "items 1"]);
  expect(readRow(store, { name: "boxes", id: 1 })).toBeUndefined();
});

it("gives another database the same rows, whatever their order, text and bytes", async () => {
  const store = open();
  store
    .prepare("INSERT INTO boxes VALUES (?, ?, ?)")
    .run("a", 'quo"te \0 \ud83d\ude00 line\n', Buffer.from([0, 255, 128]));
  store.exec(
    "INSERT INTO items (sequence, box) VALUES (7, 'a'), (9, 'a'); DELETE FROM items WHERE sequence = 7",
  );
  const other = open();
  other.exec("INSERT INTO boxes VALUES ('old', NULL, NULL)");
  await replaceRows(other, inParts(everything(store).toReversed()));
  expect(everything(other)).toEqual(everything(store));
  expect(other.prepare("SELECT * FROM boxes").all()).toEqual(store.prepare("SELECT * FROM boxes").all());
  other.exec("INSERT INTO items (box) VALUES ('a')");
  expect(() => other.exec("INSERT INTO items (box) VALUES ('none')")).toThrow("FOREIGN KEY");
  expect(other.prepare("SELECT max(sequence) FROM items").pluck().get()).toBe(10);
});

it("takes rows of a version with other tables and columns", async () => {
  const store = open(
    "CREATE TABLE boxes (id TEXT PRIMARY KEY, label TEXT, added TEXT NOT NULL DEFAULT 'new') STRICT",
  );
  await replaceRows(
    store,
    inParts([
      { name: "boxes", id: 4, content: JSON.stringify({ id: "a", label: "x", gone: 1 }) },
      { name: "unknown", id: 1, content: "{}" },
    ]),
  );
  expect(store.prepare("SELECT rowid, * FROM boxes").all()).toEqual([
    { rowid: 4, id: "a", label: "x", added: "new" },
  ]);
});

it("takes of two rows that exclude each other the later one", async () => {
  const store = open("CREATE TABLE boxes (id TEXT PRIMARY KEY, label TEXT UNIQUE) STRICT");
  const row = (id: number, key: string) => ({
    name: "boxes",
    id,
    content: JSON.stringify({ id: key, label: "same" }),
  });
  await replaceRows(store, inParts([row(1, "a"), row(2, "b")]));
  expect(store.prepare("SELECT id FROM boxes").pluck().all()).toEqual(["b"]);
});

it("reads the rows of one moment while they change", () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-rows-"));
  const store = new Database(join(dir, "service.db"));
  onTestFinished(() => {
    store.close();
    rmSync(dir, { recursive: true });
  });
  store.pragma("journal_mode = WAL");
  store.exec(`${tables} INSERT INTO boxes VALUES ('a', 'one', NULL), ('b', 'two', NULL)`);
  const snapshot = snapshotOf(store);
  const before = everything(store);
  store.exec("UPDATE boxes SET label = 'three'; DELETE FROM boxes WHERE id = 'b'");
  expect(everything(snapshot)).toEqual(before);
  snapshot.close();
});
