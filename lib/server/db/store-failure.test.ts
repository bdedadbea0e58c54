import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { storeFailureOf } from "./store-failure.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

it.each([
  ["SQLITE_FULL", "store_full"],
  ["ENOSPC", "store_full"],
  ["53100", "store_full"],
  ["SQLITE_CANTOPEN", "store_missing"],
  ["3D000", "store_missing"],
  ["SQLITE_READONLY", "store_read_only"],
  ["SQLITE_CORRUPT", "store_damaged"],
  ["SQLITE_NOTADB", "store_damaged"],
  ["SQLITE_BUSY", "store_unavailable"],
  ["57P01", "store_unavailable"],
  ["25P03", "store_unavailable"],
  ["25P04", "store_unavailable"],
])("the database's error %s is told as %s, with what to do (T41)", (code, told) => {
  const failure = storeFailureOf(new Error("outer", { cause: withCode(code) }));
  expect(failure?.code).toBe(told);
  expect(failure?.message.split(". ").length).toBeGreaterThan(1);
});

it("takes no other error for one of the database", () => {
  for (const error of [
    new TypeError("x"),
    withCode("ECONNREFUSED"),
    withCode("SQLITE_CONSTRAINT"),
    "x",
    undefined,
  ])
    expect(storeFailureOf(error)).toBeUndefined();
});

/** A database that may not grow, as on a full disk. */
function fullDatabase() {
  const db = new Sqlite(":memory:");
  db.exec("create table a (text)");
  db.pragma("max_page_count = 3");
  return db;
}

it("knows the errors of the real SQLite: a full disk, a table that is gone", () => {
  const db = fullDatabase();
  const errorOf = (work: () => unknown) => {
    try {
      work();
      return undefined;
    } catch (error) {
      return storeFailureOf(error)?.code;
    }
  };
  expect(errorOf(() => db.prepare("insert into a values (?)").run("x".repeat(100_000)))).toBe("store_full");
  expect(errorOf(() => db.prepare("select * from b").all())).toBe("store_missing");
  db.close();
});
