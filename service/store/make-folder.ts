import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder with its parents, for this user alone. One step at a time: below a folder that takes no new ones,
 * such as /proc, mkdirSync with `recursive` never comes back (Node 20 to 24).
 */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}
