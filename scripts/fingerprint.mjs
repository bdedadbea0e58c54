/** Tells whether files changed since a piece of work was last done: their hash, and a stamp file that keeps it. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Every file under `path` (or the file itself) as paths relative to `root`; what does not exist has none. */
function* filesUnder(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats?.isFile()) yield path;
  if (!stats?.isDirectory()) return;
  for (const name of readdirSync(join(root, path))) yield* filesUnder(root, `${path}/${name}`);
}

/**
 * @param {string} root
 * @param {string[]} paths files and folders relative to `root`; absent ones count as absent
 * @param {(path: string) => boolean} [skip] leaves a file out
 * @returns {string} a hash over names and contents, the same whatever order the file system lists them in
 */
export function fingerprint(root, paths, skip = () => false) {
  const hash = createHash("sha256");
  const files = paths.flatMap((path) => [...filesUnder(root, path)]);
  for (const file of [...new Set(files)].filter((path) => !skip(path)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @returns {string | undefined} what was last written there */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${value}\n`);
}
