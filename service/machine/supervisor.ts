// The named processes of one instance: started with a log each, measured, and ended as whole trees. What an exit
// means is up to whoever started the process.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Duplex, type Readable } from "node:stream";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import type { ProcessStatus } from "../../lib/contract/processes.ts";
import type { Clock } from "../kernel/clock.ts";
import { within } from "../kernel/clock.ts";
import { gracePeriods, type Paces } from "../kernel/paces.ts";
import { killAll, processTree } from "../kernel/process-tree.ts";
import { LineSplitter } from "./line-splitter.ts";
import { LoadMeter } from "./load-meter.ts";
import { LogFile } from "./log-file.ts";
import { toolAt } from "./sandbox/sandbox.ts";

const logMaxBytes = 16 * 1024 * 1024;
// Leaves room for the timestamp, so that readers never cut a line again.
const loggedLineMaxBytes = logLineMaxBytes - 64;

export interface Start {
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Connects its file descriptors 3 and 4 to `pipe`. */
  pipe?: boolean;
  /** It waits first: its log begins with `begins`. */
  waits?: boolean;
  /** Called with every line of both outputs. */
  onLine?: (line: string) => void;
  /** True for lines that do not go into the log. */
  isNoise?: (line: string) => boolean;
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
      clock.later(paces.instances.rememberExitedMs, () => this.#processes.delete(started.id)),
    );
    return started;
  }

  /** By process id (UUID). Exited processes can be found for another ten seconds. */
  find(processId: string): SupervisedProcess | undefined {
    return this.#processes.get(processId);
  }

  /** True when a process with this name has been started here. */
  hasLog(name: string): boolean {
    return /^[\w.-]+$/.test(name) && !/^\.+$/.test(name) && existsSync(join(this.#logDir, name));
  }

  /** Ends every process but one, and forgets them. */
  async endOthers(retained: SupervisedProcess): Promise<void> {
    const others = [...this.#processes.values()].filter((one) => one !== retained);
    await Promise.all(others.map((one) => one.kill()));
    for (const { id } of others) this.#processes.delete(id);
  }

  /** Ends every process with its descendants. */
  async close(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.kill()));
  }
}

interface Child {
  process: ChildProcess;
  pid: number;
  outputs: readonly Readable[];
}

export class SupervisedProcess {
  readonly id = randomUUID();
  readonly name: string;
  /** Resolves as soon as the process has exited. */
  readonly gone: Promise<Exit>;
  /** Resolves once the process has exited and its last line is in its log. */
  readonly exited: Promise<Exit>;
  /** What it reads from its file descriptor 3 and writes to 4, if it was started with them. */
  readonly pipe: { input: Duplex; output: Duplex } | undefined;
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #log: LogFile;
  readonly #clock: Clock;
  readonly #paces: Paces["instances"];
  readonly #meter = new LoadMeter(() => processTree(this.#pid));
  #exit: Exit | undefined;
  #killing: Promise<void> | undefined;

  private constructor(given: Start, started: Child, log: LogFile, { clock, paces }: Pace) {
    const { process: child, pid } = started;
    this.name = given.name;
    this.#child = child;
    const [, , , input, output] = child.stdio;
    this.pipe = input instanceof Duplex && output instanceof Duplex ? { input, output } : undefined;
    // It may end before anybody listens; its exit says so.
    for (const stream of [input, output]) stream?.on("error", () => undefined);
    this.#pid = pid;
    this.#log = log;
    this.#clock = clock;
    this.#paces = paces.instances;
    if (!given.waits) this.begins();
    this.gone = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const outputs = Promise.all(started.outputs.map((output) => this.#copy(output, given)));
    this.exited = this.#watch(outputs);
  }

  static async start(given: Start, log: LogFile, pace: Pace): Promise<SupervisedProcess> {
    const [command, args] = withParentDeathSignal(given.command, given.args);
    const child = spawn(command, args, {
      env: { NODE_ENV: "production", ...given.env },
      cwd: given.cwd,
      // A session of its own identifies the whole tree and shields it from a Ctrl-C in our terminal.
      detached: true,
      stdio: ["ignore", "pipe", "pipe", ...(given.pipe ? (["pipe", "pipe"] as const) : [])],
    });
    // Rejects when the command cannot be run.
    await once(child, "spawn");
    const { pid, stdout, stderr } = child;
    if (pid === undefined || !stdout || !stderr) throw new Error(`${given.name} did not start`);
    return new SupervisedProcess(given, { process: child, pid, outputs: [stdout, stderr] }, log, pace);
  }

  get pid(): number {
    return this.#pid;
  }

  /** True when it crashed: a signal or exit code not caused by `kill`. Set at once, before `exited` resolves. */
  get failed(): boolean {
    const { exitCode, signalCode } = this.#child;
    return this.#killing === undefined && (signalCode !== null || (exitCode ?? 0) !== 0);
  }

  /** Notes the start in its log. */
  begins(): void {
    this.note(`${this.name} started, process ${this.id}, pid ${this.#pid}`);
  }

  /** Adds a line of the service to the process's log. */
  note(text: string): void {
    this.write([`[supervisor] ${text}`]);
  }

  /** Adds lines to the process's log. False when much is still to be written: await `flushed` before the next. */
  write(lines: readonly string[]): boolean {
    const stamp = this.#clock.timestamp();
    return lines.map((line) => this.#log.append(`${stamp} ${cutLine(line)}`)).every(Boolean);
  }

  /** Resolves when its log is written. */
  flushed(): Promise<void> {
    return this.#log.flushed();
  }

  /** CPU in percent of one core and resident bytes, both of the whole tree. */
  async status(): Promise<ProcessStatus> {
    return await this.#meter.status(() => this.#exit && (this.#exit.code ?? -1));
  }

  /** Kills the process and its descendants; resolves when none is left. */
  kill(): Promise<void> {
    this.#killing ??= killAll(() => processTree(this.#pid), this.#paces).then(async () => {
      await this.exited;
    });
    return this.#killing;
  }

  async #copy(output: Readable, given: Start): Promise<void> {
    const splitter = new LineSplitter(loggedLineMaxBytes);
    const write = (lines: string[]) => {
      const stamp = this.#clock.timestamp();
      let hasRoom = true;
      for (const line of lines) {
        given.onLine?.(line);
        if (given.isNoise?.(line) !== true) hasRoom = this.#log.append(`${stamp} ${line}`);
      }
      return hasRoom;
    };
    for await (const chunk of output) {
      if (Buffer.isBuffer(chunk) && !write(splitter.push(chunk))) await this.#log.flushed();
    }
    write(splitter.rest());
  }

  async #watch(outputs: Promise<unknown>): Promise<Exit> {
    const exit = await this.gone;
    // A descendant that holds the pipes open must not delay the exit.
    await within(
      gracePeriods.silentOutputMs,
      outputs.catch(() => undefined),
    );
    this.#exit = exit;
    this.note(`${this.name} exited, ${exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`}`);
    await this.#log.close();
    return exit;
  }
}

/** A line of at most `loggedLineMaxBytes`. */
function cutLine(line: string): string {
  if (Buffer.byteLength(line) <= loggedLineMaxBytes) return line;
  // The end may be a part of a character.
  return Buffer.from(line)
    .subarray(0, loggedLineMaxBytes)
    .toString()
    .replace(/\ufffd$/, "");
}

/** Wraps a command so that on Linux the kernel kills it when the service exits, however it exits. */
export function withParentDeathSignal(command: string, args: readonly string[]): [string, string[]] {
  const wrapper = process.platform === "linux" ? toolAt("setpriv") : undefined;
  if (wrapper === undefined) return [command, [...args]];
  return [wrapper, ["--pdeathsig", "KILL", "--", command, ...args]];
}
