// Creation and locking of the data folder. The lock prevents two services from using one, where they would end each
// other's browsers. SQLite's file lock is the operating system's, so it is released however its holder exits.
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";

/** Thrown when another process holds the lock. */
export class FolderTaken extends Error {
  override readonly name = "FolderTaken";
}

/** Locks the folder until the returned function is called or the process exits. Throws FolderTaken. */
export function lockDataFolder(dir: string): () => void {
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

/**
 * Creates a folder and its parents with mode 0700. Not with the option `recursive`: below a folder that takes no new
 * entries, such as /proc, mkdirSync then never returns (Node 20 to 24).
 */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}

/** Takes the data folder, and the files directly in it, from everybody but this user: 0700 and 0600, where an older version
 *  or another program has left them open. What belongs to another user stays as it is. */
export function tightenFolder(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of [folder, ...files.map(({ name }) => join(folder, name))]) {
    // It may be gone meanwhile, as the file of a write in progress.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & 0o077) === 0 || found.uid !== process.getuid?.()) continue;
    chmodSync(path, found.mode & 0o700);
  }
}
