/** Lets one process at a time install or build in a checkout: two would remove each other's files. */
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, Interrupted, messageOf, UserError } from "./user-error.mjs";

const POLL_MS = 200;
/** The holder touches the lock's file so often, in polls. */
const TOUCH_POLLS = 5;
/** Its holder is dead, or on a machine that is, when it did not change for so many polls. */
const DEAD_POLLS = 50;

/**
 * @param {string} root
 * @param {unknown} error
 */
const cannotBeWritten = (root, error) =>
  new UserError(
    `Something has to be installed or built in ${root}, which cannot be written (${codeOf(error) ?? messageOf(error)}). Make it writable for this user, or copy it to a folder that is, then start again.`,
  );

/**
 * Creates the lock's file; false when there is one.
 * @param {string} root
 * @param {string} file
 * @param {string} holder
 */
function take(root, file, holder) {
  try {
    writeFileSync(file, holder, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    rmSync(file, { force: true });
    throw cannotBeWritten(root, error);
  }
}

/**
 * Who holds the lock, and when that has touched its file; undefined when there is none. Process ids would not do: another
 * container has the same ones, and a machine that starts again gives them to others.
 * @param {string} file
 */
function stateOf(file) {
  try {
    return `${readFileSync(file, "utf8")} ${statSync(file).mtimeMs}`;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Removes the file of a dead holder, as one of several that may find it.
 * @param {string} root
 * @param {string} file
 * @param {string} dead its state
 */
function removeDead(root, file, dead) {
  const aside = `${file}-${randomUUID()}`;
  try {
    if (stateOf(file) !== dead) return;
    renameSync(file, aside);
    // Another one was quicker, and has taken the lock since the line before.
    if (stateOf(aside) !== dead) renameSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw cannotBeWritten(root, error);
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Shows that this process lives; returns the function that ends that.
 * @param {string} file
 * @param {number} everyMs
 */
function keepFresh(file, everyMs) {
  const timer = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // As when somebody has deleted it.
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Puts off a suspension (Ctrl-Z), which does not reach the commands of this process: they would work on while it could
 * not show that it lives. Returns the function that ends that, and suspends the process if that is due.
 */
function putOffSuspension() {
  let suspended = false;
  const suspend = () => {
    suspended = true;
  };
  const resume = () => {
    suspended = false;
  };
  process.on("SIGTSTP", suspend).on("SIGCONT", resume);
  return () => {
    process.off("SIGTSTP", suspend).off("SIGCONT", resume);
    if (suspended) process.kill(process.pid, "SIGTSTP");
  };
}

/**
 * Does the work while no other process installs or builds in this checkout, and waits for one that does.
 * @template T
 * @param {string} root the repository
 * @param {{ stopSignal?: AbortSignal | undefined, print?: (line: string) => void, pollMs?: number }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws UserError when the checkout cannot be written; Interrupted when `stopSignal` aborts while it waits
 */
export async function whileLocked(root, { stopSignal, print = console.log, pollMs = POLL_MS }, work) {
  const file = join(root, ".installing");
  const holder = randomUUID();
  let printed = false;
  /** @type {string | undefined} */
  let state;
  let unchangedPolls = 0;
  while (!take(root, file, holder)) {
    if (stopSignal?.aborted) throw new Interrupted();
    const before = state;
    state = stateOf(file);
    if (state === undefined) continue;
    unchangedPolls = state === before ? unchangedPolls + 1 : 0;
    if (unchangedPolls >= DEAD_POLLS) {
      removeDead(root, file, state);
      continue;
    }
    if (!printed) print(`\nAnother process installs or builds in ${root}; waiting for it.`);
    printed = true;
    await sleep(pollMs);
  }
  const stop = keepFresh(file, pollMs * TOUCH_POLLS);
  const suspendIfDue = putOffSuspension();
  try {
    return await work();
  } finally {
    stop();
    if (stateOf(file)?.startsWith(holder)) rmSync(file, { force: true });
    suspendIfDue();
  }
}
