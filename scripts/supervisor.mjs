/** Supervises the programs of one start: each starts when the previous one is ready, and when one ends all end. Each
 *  has its own process group: a Ctrl-C in the terminal reaches only the supervisor, and a group can be killed. */
import { spawn } from "node:child_process";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { signalGroup } from "./run-command.mjs";
import { Interrupted, UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

const STOP_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 60_000;
/** How long a program may report that it is ready before its probe responds with 200. */
const PROBE_TIMEOUT_MS = 60_000;
const AFTER_KILL_MS = 3000;
const PROBE_EVERY_MS = 150;

/** @typedef {{ type: "ready" | "standby", url: string, [key: string]: unknown }} ReadyMessage `standby`: it forwards to
 *   the active one, and sends `ready` when it takes over */
/** @typedef {{ name: string, command: string, args: string[], cwd?: string, env?: Env,
 *   probe: (message: ReadyMessage) => { url: string, host?: string | undefined }, readyTimeoutMs?: number,
 *   updateTimeoutMs?: number }} Program
 *   `probe` returns the address that responds with 200 once the program can serve; `readyTimeoutMs` is until its ready
 *   message, `updateTimeoutMs` until it has brought its data up to date: it sends `updating` before that, and `updated`; one
 *   on standby does so after its message, when it takes over */
/** @typedef {{ how: "stopped" } | { how: "died", line: string }} Ending */
/** @typedef {{ name: string, child: import("node:child_process").ChildProcess, exited: Promise<string>,
 *   over: boolean, message?: ReadyMessage }} Entry `message`: the newest */

/**
 * @param {any} message from a program, which may send others
 * @returns {message is ReadyMessage}
 */
const isReady = (message) =>
  (message?.type === "ready" || message?.type === "standby") &&
  typeof message.url === "string" &&
  URL.canParse(message.url);
/** @type {(code: number | null, signal: NodeJS.Signals | null) => string} */
const describeExit = (code, signal) => (signal ? `signal ${signal}` : `exit code ${code}`);

/**
 * Sends one GET; `host` sets the Host header, for a program that serves only its public name.
 * @param {{ url: string, host?: string | undefined }} probe
 * @returns {Promise<boolean>} whether the status is 200
 */
function respondsOk({ url, host }) {
  return new Promise((resolve) => {
    const headers = host === undefined ? {} : { host };
    const request = get(url, { headers, timeout: 2000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

/**
 * @param {{ stopSignal: AbortSignal, forceSignal: AbortSignal, stopTimeoutMs?: number,
 *   sweepLeftovers: (gently: boolean) => Promise<unknown> }} options `stopSignal` stops everything in order, `forceSignal` at once;
 *   `sweepLeftovers` runs after the programs have ended, if one was ready and none on standby: else another start may
 *   own the data folder and what runs on it
 */
export function createSupervisor({
  stopSignal,
  forceSignal,
  stopTimeoutMs = STOP_TIMEOUT_MS,
  sweepLeftovers,
}) {
  /** @type {Entry[]} */
  const running = [];
  /** @type {(ending: Ending) => void} */
  let end;
  /** @type {Promise<Ending>} */
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  /** @type {Promise<void> | undefined} */
  let stopping;
  stopSignal.addEventListener("abort", () => end({ how: "stopped" }), { once: true });

  /** @param {Program} program */
  function launch({ name, command, args, cwd, env }) {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    /** @type {Entry} */
    const entry = { name, child, over: false, exited: Promise.resolve("") };
    entry.exited = new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(describeExit(code, signal)));
    }).then((how) => {
      entry.over = true;
      return how;
    });
    running.push(entry);
    return entry;
  }

  /**
   * @param {ReturnType<Program["probe"]>} probe
   * @param {() => number} until epoch milliseconds
   */
  async function confirmed(probe, until) {
    while (!(await respondsOk(probe))) {
      if (Date.now() > until()) return false;
      await sleep(PROBE_EVERY_MS);
    }
    return true;
  }

  return {
    /** Resolves when it is time to stop: a program died after it was ready, or `stopSignal` aborted. */
    ended,

    /**
     * Starts a program and waits until it has sent that it is ready or on standby and its probe responds with 200.
     * @param {Program} program
     * @returns {Promise<ReadyMessage>}
     * @throws UserError when it ends or is not ready in time, or when another one died; Interrupted when `stopSignal` aborts
     */
    async start(program) {
      if (stopSignal.aborted) throw new Interrupted();
      const { name, probe, readyTimeoutMs = READY_TIMEOUT_MS, updateTimeoutMs = readyTimeoutMs } = program;
      const entry = launch(program);
      /** @type {NodeJS.Timeout | undefined} */
      let limit;
      /** @type {(timeoutMs: number) => void} */
      let restartLimit = () => {};
      /** @type {Promise<never>} */
      const late = new Promise((_resolve, reject) => {
        restartLimit = (timeoutMs) => {
          clearTimeout(limit);
          limit = setTimeout(() => {
            reject(new UserError(`The ${name} was not ready within ${timeoutMs / 1000} s.`));
          }, timeoutMs);
        };
        restartLimit(readyTimeoutMs);
      });
      let probeTimeoutMs = PROBE_TIMEOUT_MS;
      let probeUntil = Number.POSITIVE_INFINITY;
      /** @type {(timeoutMs: number) => void} */
      const restartProbeLimit = (timeoutMs) => {
        probeTimeoutMs = timeoutMs;
        probeUntil = Date.now() + timeoutMs;
      };
      /** @type {Promise<ReadyMessage>} */
      const firstMessage = new Promise((resolve) => {
        entry.child.on("message", (/** @type {any} */ message) => {
          if (message?.type === "updating") {
            restartLimit(updateTimeoutMs);
            restartProbeLimit(updateTimeoutMs);
          }
          if (message?.type === "updated") {
            restartLimit(readyTimeoutMs);
            restartProbeLimit(PROBE_TIMEOUT_MS);
          }
          if (!isReady(message)) return;
          entry.message = message;
          restartProbeLimit(PROBE_TIMEOUT_MS);
          resolve(message);
        });
      });
      const failed = Promise.race([
        entry.exited.then((how) => {
          throw new UserError(`The ${name} did not start (${how}); its message is above.`);
        }),
        ended.then((ending) => {
          throw ending.how === "died" ? new UserError(ending.line) : new Interrupted();
        }),
      ]);
      for (const each of [late, failed]) each.catch(() => undefined);
      const first = await Promise.race([firstMessage, late, failed]).finally(() => {
        restartLimit = () => {};
        clearTimeout(limit);
      });
      const target = probe(first);
      const isConfirmed = await Promise.race([confirmed(target, () => probeUntil), failed]);
      // The newest: one on standby may have taken over before its probe responded.
      const message = entry.message ?? first;
      if (!isConfirmed) {
        const state = message.type === "standby" ? "on standby" : "ready";
        throw new UserError(
          `The ${name} reported that it was ${state}, but ${target.url} did not answer 200 within ${probeTimeoutMs / 1000} s.`,
        );
      }
      entry.exited.then((how) =>
        end({ how: "died", line: `The ${name} ended unexpectedly (${how}); everything else was stopped.` }),
      );
      return message;
    },

    /** Ends every program (SIGTERM, then SIGKILL), their process groups, and what they left behind in a data folder of theirs. */
    stop() {
      stopping ??= (async () => {
        const alive = running.filter((entry) => !entry.over);
        for (const { child } of alive) child.kill("SIGTERM");
        const limit = new AbortController();
        await Promise.race([
          Promise.all(alive.map((entry) => entry.exited)),
          sleep(stopTimeoutMs, undefined, { signal: limit.signal }).catch(() => undefined),
          forceSignal.aborted ||
            new Promise((resolve) => forceSignal.addEventListener("abort", resolve, { once: true })),
        ]);
        limit.abort();
        for (const { child } of running) if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
        await Promise.race([Promise.all(running.map((entry) => entry.exited)), sleep(AFTER_KILL_MS)]);
        const states = running.map(({ message }) => message?.type);
        const ownsData = states.includes("ready") && !states.includes("standby");
        if (ownsData) await sweepLeftovers(!forceSignal.aborted);
      })();
      return stopping;
    },
  };
}
