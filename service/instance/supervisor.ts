// The named processes of one instance: started with a log of their own, watched, measured, ended as a whole
// tree. It decides nothing about what their end means; who started one listens.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import type { ProcessStatus } from "../../lib/contract/processes.ts";
import type { Clock } from "../domain/clock.ts";
import { newUuid } from "../domain/ids.ts";
import { graces, type Paces } from "../paces.ts";
import { LineCutter } from "./line-cutter.ts";
import { LoadMeter } from "./load-meter.ts";
import { LogFile } from "./log-file.ts";
import { killNow, processTree } from "./process-tree.ts";

const logMaxBytes = 16 * 1024 * 1024;
// Leaves room for the timestamp, so that the reading end never cuts a line again.
const loggedLineMaxBytes = logLineMaxBytes - 64;
const deathWrappers = ["/usr/bin/setpriv", "/bin/setpriv"];

export interface Start {
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Told of every line of both outputs as it comes. */
  onLine?: (line: string) => void;
}

interface Pace {
  clock: Clock;
  paces: Paces;
}

export interface Exit {
  /** Null when a signal ended it. */
  code: number | null;
  signal: string | null;
}

export class Supervisor {
  readonly #logDir: string;
  readonly #pace: Pace;
  readonly #processes = new Map<string, SupervisedProcess>();

  constructor(logDir: string, pace: Pace) {
    this.#logDir = logDir;
    this.#pace = pace;
  }

  /** Starts a process; its output goes to `<log dir>/<name>`. Throws when the command cannot be run. */
  async start(given: Start): Promise<SupervisedProcess> {
    const log = await LogFile.open(join(this.#logDir, given.name), logMaxBytes);
    const started = await SupervisedProcess.start(given, log, this.#pace).catch(async (error: unknown) => {
      await log.close();
      throw error;
    });
    this.#processes.set(started.id, started);
    const { clock, paces } = this.#pace;
    void started.exited.then(() =>
      clock.after(paces.instances.rememberExitedMs, () => this.#processes.delete(started.id)),
    );
    return started;
  }

  /** By process id (UUID). An exited one is known for a minute more. */
  find(processId: string): SupervisedProcess | undefined {
    return this.#processes.get(processId);
  }

  /** True when a process of this name was ever started here. */
  hasLog(name: string): boolean {
    return /^[\w.-]+$/.test(name) && !/^\.+$/.test(name) && existsSync(join(this.#logDir, name));
  }

  /** Ends every process but one, and forgets them. */
  async endOthers(stays: SupervisedProcess): Promise<void> {
    const others = [...this.#processes.values()].filter((one) => one !== stays);
    await Promise.all(others.map((one) => one.kill()));
    for (const { id } of others) this.#processes.delete(id);
  }

  /** Ends every process with all it started. */
  async close(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.kill()));
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

export class SupervisedProcess {
  readonly id = newUuid();
  readonly name: string;
  /** Resolves as soon as the process is gone. */
  readonly gone: Promise<Exit>;
  /** Resolves once the process is gone and the last line it wrote is in its log. */
  readonly exited: Promise<Exit>;
  readonly #child: Child;
  readonly #pid: number;
  readonly #log: LogFile;
  readonly #clock: Clock;
  readonly #paces: Paces["instances"];
  readonly #meter = new LoadMeter(() => processTree(this.#pid));
  #exit: Exit | undefined;
  #killing: Promise<void> | undefined;

  private constructor(given: Start, child: Child, pid: number, log: LogFile, { clock, paces }: Pace) {
    this.name = given.name;
    this.#child = child;
    this.#pid = pid;
    this.#log = log;
    this.#clock = clock;
    this.#paces = paces.instances;
    this.note(`${given.name} started, process ${this.id}, pid ${pid}`);
    this.gone = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const outputs = Promise.all([this.#copy(child.stdout, given), this.#copy(child.stderr, given)]);
    this.exited = this.#watch(outputs);
  }

  static async start(given: Start, log: LogFile, pace: Pace): Promise<SupervisedProcess> {
    const [command, args] = dyingWithUs(given.command, given.args);
    const child = spawn(command, args, {
      env: { NODE_ENV: "production", ...given.env },
      cwd: given.cwd,
      // Its own session: the whole tree can be found by it, and a terminal's Ctrl-C reaches only us.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    // Rejects when the command cannot be run.
    await once(child, "spawn");
    const { pid } = child;
    if (pid === undefined) throw new Error(`${given.name} did not start`);
    return new SupervisedProcess(given, child, pid, log, pace);
  }

  get pid(): number {
    return this.#pid;
  }

  state(): "running" | "exited" {
    return this.#exit ? "exited" : "running";
  }

  /** It ended on its own and not well; known at once, before `exited` has waited for its last lines. */
  get failed(): boolean {
    const { exitCode, signalCode } = this.#child;
    return this.#killing === undefined && (signalCode !== null || (exitCode ?? 0) !== 0);
  }

  /** A line of our own in the process's log. */
  note(text: string): void {
    this.#log.append(`${this.#clock.timestamp()} [supervisor] ${text}`);
  }

  /** Throws away what is in its log, older files too. Whoever follows it goes on with the new one. */
  async restartLog(): Promise<void> {
    await this.#log.restart();
    this.note(`${this.name}, process ${this.id}, goes on with a log of its own`);
  }

  /** CPU in percent of one core and resident bytes, both over the whole tree. */
  async status(): Promise<ProcessStatus> {
    if (this.state() === "exited") return this.#exitedStatus();
    const load = await this.#meter.read();
    if (this.state() === "exited") return this.#exitedStatus();
    return {
      state: "running",
      exit_code: null,
      cpu_pct: load.cpuPercent,
      ...(load.residentBytes > 0 ? { mem_bytes: load.residentBytes } : {}),
    };
  }

  #exitedStatus(): ProcessStatus {
    return { state: "exited", exit_code: this.#exit?.code ?? -1 };
  }

  /** Ends the process and all it started, at once; resolves when none of them is left. */
  kill(): Promise<void> {
    this.#killing ??= this.#killTree();
    return this.#killing;
  }

  async #killTree(): Promise<void> {
    const { firstKillRoundsMs, laterKillRoundsMs } = this.#paces;
    // A process that is just starting others may add to the tree while it is read.
    for (let round = 0; round < 50; round += 1) {
      const tree = await processTree(this.#pid);
      if (tree.length === 0) break;
      for (const { pid } of tree) killNow(pid);
      await sleep(round < 5 ? firstKillRoundsMs : laterKillRoundsMs);
    }
    await this.exited;
  }

  async #copy(output: Readable, given: Start): Promise<void> {
    const cutter = new LineCutter(loggedLineMaxBytes);
    const write = (lines: string[]) => {
      let keepsUp = true;
      for (const line of lines) {
        keepsUp = this.#log.append(line);
        given.onLine?.(line);
      }
      return keepsUp;
    };
    for await (const chunk of output) {
      if (Buffer.isBuffer(chunk) && !write(cutter.push(chunk))) await this.#log.flushed();
    }
    write(cutter.rest());
  }

  async #watch(outputs: Promise<unknown>): Promise<Exit> {
    const exit = await this.gone;
    // A grandchild that holds the pipes open must not delay the news.
    await Promise.race([
      outputs.catch(() => undefined),
      sleep(graces.silentOutputMs, undefined, { ref: false }),
    ]);
    this.#exit = exit;
    this.note(`${this.name} exited, ${exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`}`);
    await this.#log.close();
    return exit;
  }
}

/** On Linux the kernel kills the process when we die, however we die. */
export function dyingWithUs(command: string, args: readonly string[]): [string, string[]] {
  const wrapper = process.platform === "linux" ? deathWrappers.find((path) => existsSync(path)) : undefined;
  if (wrapper === undefined) return [command, [...args]];
  return [wrapper, ["--pdeathsig", "KILL", "--", command, ...args]];
}
