/** Runs one command to its end in a process group of its own, keeps the tail of what it says, and never outlives
 *  its time or an interrupt: then the whole group goes. */
import { spawn } from "node:child_process";
import { Interrupted, PlainStop } from "./plain-stop.mjs";

const TAIL_CHARACTERS = 200_000;
const KILL_AFTER_MS = 3000;
const LAST_WORDS_MS = 1000;

/** @typedef {{ ok: boolean, output: string, how: string }} Outcome `how` reads "exit code 1", "signal SIGKILL", "no end within 60 s" */

/** Signals a process group; false when nothing of it is left. */
export function signalGroup(groupId, signal) {
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
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs: number, asked?: AbortSignal }} options
 * @returns {Promise<Outcome>} rejects only when the command cannot be started (PlainStop) or `asked` fires (Interrupted)
 */
export function runCommand(command, args, { cwd, env, timeoutMs, asked }) {
  return new Promise((resolve, reject) => {
    if (asked?.aborted) return reject(new Interrupted());
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let timedOut = false;
    const keep = (text) => {
      output = (output + text).slice(-TAIL_CHARACTERS);
    };
    const endGroup = () => {
      signalGroup(child.pid, "SIGTERM");
      killTimer ??= setTimeout(() => signalGroup(child.pid, "SIGKILL"), KILL_AFTER_MS);
    };
    let killTimer;
    let closeTimer;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup();
    }, timeoutMs);
    asked?.addEventListener("abort", endGroup, { once: true });
    const settle = (act) => {
      clearTimeout(timer);
      clearTimeout(killTimer);
      clearTimeout(closeTimer);
      asked?.removeEventListener("abort", endGroup);
      act();
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) =>
      settle(() => reject(new PlainStop(`${command} cannot be run: ${error.message}`))),
    );
    child.on("exit", () => {
      // What it left would hold the pipes open, and "close" would wait for it: its group is killed, at once after a
      // time-out, and what left the group is listened to no longer.
      if (timedOut || asked?.aborted) signalGroup(child.pid, "SIGKILL");
      closeTimer = setTimeout(() => {
        signalGroup(child.pid, "SIGKILL");
        child.stdout.destroy();
        child.stderr.destroy();
      }, LAST_WORDS_MS);
    });
    child.on("close", (code, signal) => {
      settle(() => {
        if (asked?.aborted) return reject(new Interrupted());
        const how = timedOut
          ? `no end within ${timeoutMs / 1000} s`
          : signal
            ? `signal ${signal}`
            : `exit code ${code}`;
        resolve({ ok: code === 0 && !timedOut, output, how });
      });
    });
  });
}

/** The last `count` lines that say something, for a failure's report. */
export function lastLines(output, count) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}
