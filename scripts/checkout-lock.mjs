/** Lets one process at a time install or build in a checkout: two would remove each other's files. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, messageOf, UserError } from "./user-error.mjs";

const POLL_MS = 200;

/** The files that this process holds. */
const held = new Set();

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && "code" in error ? error.code : undefined);

/**
 * Creates the lock's file; false when there is one.
 * @param {string} root
 * @param {string} file
 */
function take(root, file) {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
    held.add(file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    rmSync(file, { force: true });
    throw new UserError(
      `Something has to be installed or built in ${root}, which cannot be written (${codeOf(error) ?? messageOf(error)}). Make it writable for this user, or copy it to a folder that is, then start again.`,
    );
  }
}

/**
 * The process that holds the lock; undefined when none does any more.
 * @param {string} file
 */
function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // The file of one that was killed stays, and a container that starts again has its id. An empty one is being written.
    if (pid === process.pid && !held.has(file)) return undefined;
    if (pid > 0) process.kill(pid, 0);
    return pid;
  } catch (error) {
    return codeOf(error) === "EPERM" ? Number(readFileSync(file, "utf8")) : undefined;
  }
}

/**
 * Does the work while no other process installs or builds in this checkout, and waits for one that does.
 * @template T
 * @param {string} root the repository
 * @param {{ stopSignal?: AbortSignal | undefined, print?: (line: string) => void }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws UserError when the checkout cannot be written; Interrupted when `stopSignal` aborts while it waits
 */
export async function whileLocked(root, { stopSignal, print = console.log }, work) {
  const file = join(root, ".installing");
  let printed = false;
  while (!take(root, file)) {
    if (stopSignal?.aborted) throw new Interrupted();
    const holder = holderOf(file);
    if (holder === undefined) {
      rmSync(file, { force: true });
      continue;
    }
    if (!printed)
      print(
        `\nAnother process (${holder}) installs or builds in ${root}; waiting for it. If it does neither, delete ${file}.`,
      );
    printed = true;
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    held.delete(file);
    rmSync(file, { force: true });
  }
}
