/** Keeps the programs of one start together: each begins when the one before it is ready, and they end together,
 *  whoever ends first. Each has its own process group, so that a Ctrl-C in the terminal reaches only us and
 *  nothing of a group can stay. */
import { spawn } from "node:child_process";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, PlainStop } from "./plain-stop.mjs";
import { signalGroup } from "./run-command.mjs";

const STOP_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 60_000;
const AFTER_KILL_MS = 3000;
const PROBE_EVERY_MS = 150;

/** @typedef {{ type: "ready", url: string, [key: string]: unknown }} ReadyMessage */
/** @typedef {{ name: string, command: string, args: string[], cwd?: string, env?: Record<string, string | undefined>,
 *   probe: (message: ReadyMessage) => { url: string, host?: string | undefined }, readyTimeoutMs?: number }} Program
 *   `probe` gives the address that answers 200 once the program can serve */
/** @typedef {{ how: "asked" } | { how: "died", line: string }} Ending */

const isReady = (message) =>
  message?.type === "ready" && typeof message.url === "string" && URL.canParse(message.url);
const spoken = (code, signal) => (signal ? `signal ${signal}` : `exit code ${code}`);

/** One GET; `host` stands in the Host header where the program answers only to its public name. */
function answers200({ url, host }) {
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
 * @param {{ asked: AbortSignal, forced: AbortSignal, stopTimeoutMs?: number,
 *   sweepLeftovers: (gently: boolean) => Promise<unknown> }} options `asked` stops everything in order, `forced` at once;
 *   `sweepLeftovers` runs after the programs have ended
 */
export function createSupervisor({ asked, forced, stopTimeoutMs = STOP_TIMEOUT_MS, sweepLeftovers }) {
  /** @type {{ name: string, child: import("node:child_process").ChildProcess, exited: Promise<string>, over: boolean }[]} */
  const running = [];
  /** @type {PromiseWithResolvers<Ending>["resolve"]} */
  let end;
  /** @type {Promise<Ending>} */
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  let stopping;
  asked.addEventListener("abort", () => end({ how: "asked" }), { once: true });

  function launch({ name, command, args, cwd, env }) {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const entry = { name, child, over: false, exited: Promise.resolve("") };
    entry.exited = new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(spoken(code, signal)));
    }).then((how) => {
      entry.over = true;
      return how;
    });
    running.push(entry);
    return entry;
  }

  async function confirmed(probe, until) {
    while (!(await answers200(probe))) {
      if (Date.now() > until) return false;
      await sleep(PROBE_EVERY_MS);
    }
    return true;
  }

  return {
    /** Settles when it is time to stop: a program died after it was ready, or somebody asked. */
    ended,

    /**
     * Starts a program and waits until it says that it is ready and answers.
     * @param {Program} program
     * @returns {Promise<ReadyMessage>}
     * @throws PlainStop when it ends or stays silent, or another one died; Interrupted when asked to stop meanwhile
     */
    async start(program) {
      if (asked.aborted) throw new Interrupted();
      const { name, probe, readyTimeoutMs = READY_TIMEOUT_MS } = program;
      const until = Date.now() + readyTimeoutMs;
      const entry = launch(program);
      const waiting = new AbortController();
      const said = new Promise((resolve) => {
        entry.child.on("message", (message) => isReady(message) && resolve(message));
      });
      const lateLine = `The ${name} was not ready within ${readyTimeoutMs / 1000} s.`;
      const ready = said.then(async (message) => {
        const target = probe(message);
        if (await confirmed(target, until)) return message;
        throw new PlainStop(`${lateLine} (It said it was, but ${target.url} does not answer 200.)`);
      });
      ready.catch(() => undefined);
      try {
        const message = await Promise.race([
          ready,
          entry.exited.then((how) => {
            throw new PlainStop(`The ${name} did not start (${how}); its own message is above.`);
          }),
          ended.then((ending) => {
            throw ending.how === "died" ? new PlainStop(ending.line) : new Interrupted();
          }),
          sleep(readyTimeoutMs + 2500, undefined, { signal: waiting.signal }).then(() => {
            throw new PlainStop(lateLine);
          }),
        ]);
        entry.exited.then((how) =>
          end({ how: "died", line: `The ${name} died (${how}); everything else was stopped.` }),
        );
        return message;
      } finally {
        waiting.abort();
      }
    },

    /** Ends every program (SIGTERM, then SIGKILL), what is left of their groups, and what they left behind. */
    stop() {
      stopping ??= (async () => {
        const alive = running.filter((entry) => !entry.over);
        for (const { child } of alive) child.kill("SIGTERM");
        const limit = new AbortController();
        await Promise.race([
          Promise.all(alive.map((entry) => entry.exited)),
          sleep(stopTimeoutMs, undefined, { signal: limit.signal }).catch(() => undefined),
          forced.aborted ||
            new Promise((resolve) => forced.addEventListener("abort", resolve, { once: true })),
        ]);
        limit.abort();
        for (const { child } of running) if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
        await Promise.race([Promise.all(running.map((entry) => entry.exited)), sleep(AFTER_KILL_MS)]);
        await sweepLeftovers(!forced.aborted);
      })();
      return stopping;
    },
  };
}
