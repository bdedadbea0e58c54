import type Database from "better-sqlite3";

/** The service's open database: tables know its type, `database.ts` knows the tables. */
export type Store = Database.Database;
