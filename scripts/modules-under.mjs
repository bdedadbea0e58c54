// The modules of this repository that checks read.
import { filesUnder } from "./fingerprint.mjs";

/**
 * @param {string} root
 * @param {readonly string[]} folders relative to `root`
 * @returns {string[]} paths of the modules under them, relative to `root`, without declarations of types
 */
export const modulesUnder = (root, folders) =>
  folders
    .flatMap((folder) => [...filesUnder(root, folder)])
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith(".d.ts"));

/** Whether a module is not a test. */
export const isProduct = (/** @type {string} */ file) => !/\.test\.tsx?$/.test(file);

/** The language of a module, for a parser. */
export const langOf = (/** @type {string} */ file) => (file.endsWith("x") ? "tsx" : "ts");
