import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Creates a folder and its parents with mode 0700. One level at a time, because mkdirSync with `recursive` never
 *  returns below a folder that refuses new entries, such as /proc (Node 20 to 24). */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}

/** Takes a data folder, and the files directly in it, from everybody but this user: 0700 and 0600, where an older version
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
