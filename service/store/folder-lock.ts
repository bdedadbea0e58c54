// Two services in one data folder would end each other's browsers. The lock is the operating system's own (held by
// SQLite), so it goes when its holder dies, however it dies.
import { join } from "node:path";
import Database from "better-sqlite3";

/** Thrown when another process holds the folder. */
export class FolderTaken extends Error {
  override readonly name = "FolderTaken";
}

/** Holds the folder until the returned function is called or the process ends. Throws FolderTaken. */
export function holdFolder(dir: string): () => void {
  const lock = new Database(join(dir, "lock.db"), { timeout: 2_000 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new FolderTaken(`another service uses the data folder ${dir}; stop it, or set SERVICE_DATA_DIR`);
    }
    throw error;
  }
  return () => lock.close();
}
