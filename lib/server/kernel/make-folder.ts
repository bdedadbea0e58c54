import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a folder and its parents with mode 0700. One level at a time, because mkdirSync with `recursive` never
 *  returns below a folder that refuses new entries, such as /proc (Node 20 to 24). */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}
