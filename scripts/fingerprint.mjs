/** Detects whether files changed since a task last ran: a hash of the files, stored in a stamp file. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Paths, relative to `root`, of every file under `path`, or of the file itself; none when it does not exist.
 * @param {string} root
 * @param {string} path
 * @returns {Generator<string>}
 */
export function* filesUnder(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats?.isFile()) yield path;
  if (!stats?.isDirectory()) return;
  for (const name of readdirSync(join(root, path))) yield* filesUnder(root, `${path}/${name}`);
}

/**
 * @param {string} root
 * @param {string[]} paths files and folders relative to `root`; they may be absent
 * @param {(path: string) => boolean} [skip] true for files to leave out
 * @returns {string} a hash of names and contents, independent of the order in which the file system lists them
 */
export function fingerprint(root, paths, skip = () => false) {
  const hash = createHash("sha256");
  const files = paths.flatMap((path) => [...filesUnder(root, path)]);
  for (const file of [...new Set(files)].filter((path) => !skip(path)).sort()) {
    const content = readFileSync(join(root, file), "latin1");
    hash.update(`${file}\0${content.length}\0`).update(content, "latin1");
  }
  return hash.digest("hex");
}

/**
 * @param {string} file
 * @returns {string | undefined} the stored value; undefined before the first `writeStamp`
 */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {string} value
 */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${value}\n`);
}
