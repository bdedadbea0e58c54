/** Runs one command in a process group of its own and returns the end of its output. After its timeout or an interrupt
 *  the whole group is killed. */
import { spawn } from "node:child_process";
import { Interrupted, UserError } from "./user-error.mjs";

const TAIL_CHARACTERS = 200_000;
const KILL_AFTER_MS = 3000;
const OUTPUT_DRAIN_MS = 1000;

/** @typedef {Record<string, string | undefined>} Env the environment of a process */
/** @typedef {{ ok: boolean, output: string, how: string }} Outcome `how`: "exit code 1", "signal SIGKILL" or
 *   "not finished within 60 s" */

/**
 * Signals a process group.
 * @param {number | undefined} groupId undefined when its first process could not be started
 * @param {NodeJS.Signals} signal
 * @returns {boolean} false when the group does not exist
 */
export function signalGroup(groupId, signal) {
  if (groupId === undefined) return false;
  try {
    process.kill(-groupId, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Env, timeoutMs: number, stopSignal?: AbortSignal }} options
 * @returns {Promise<Outcome>}
 * @throws UserError when the command cannot be started; Interrupted when `stopSignal` aborts
 */
export function runCommand(command, args, { cwd, env, timeoutMs, stopSignal }) {
  return new Promise((resolve, reject) => {
    if (stopSignal?.aborted) return reject(new Interrupted());
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let timedOut = false;
    /** @param {string} text */
    const append = (text) => {
      output = (output + text).slice(-TAIL_CHARACTERS);
    };
    const endGroup = () => {
      signalGroup(child.pid, "SIGTERM");
      killTimer ??= setTimeout(() => signalGroup(child.pid, "SIGKILL"), KILL_AFTER_MS);
    };
    /** @type {NodeJS.Timeout | undefined} */
    let killTimer;
    /** @type {NodeJS.Timeout | undefined} */
    let closeTimer;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup();
    }, timeoutMs);
    stopSignal?.addEventListener("abort", endGroup, { once: true });
    /** @param {() => void} act */
    const settle = (act) => {
      clearTimeout(timer);
      clearTimeout(killTimer);
      clearTimeout(closeTimer);
      stopSignal?.removeEventListener("abort", endGroup);
      act();
    };
    child.stdout.setEncoding("utf8").on("data", append);
    child.stderr.setEncoding("utf8").on("data", append);
    child.on("error", (error) =>
      settle(() => reject(new UserError(`${command} cannot be run: ${error.message}`))),
    );
    child.on("exit", () => {
      // Processes that the command leaves behind hold the pipes open and delay "close": the group is killed, at once
      // after a timeout, and the pipes of processes that left the group are closed.
      if (timedOut || stopSignal?.aborted) signalGroup(child.pid, "SIGKILL");
      closeTimer = setTimeout(() => {
        signalGroup(child.pid, "SIGKILL");
        child.stdout.destroy();
        child.stderr.destroy();
      }, OUTPUT_DRAIN_MS);
    });
    child.on("close", (code, signal) => {
      settle(() => {
        if (stopSignal?.aborted) return reject(new Interrupted());
        const how = timedOut
          ? `not finished within ${timeoutMs / 1000} s`
          : signal
            ? `signal ${signal}`
            : `exit code ${code}`;
        resolve({ ok: code === 0 && !timedOut, output, how });
      });
    });
  });
}

/**
 * The last `count` lines, without trailing blank ones.
 * @param {string} output
 * @param {number} count
 */
export function lastLines(output, count) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}
