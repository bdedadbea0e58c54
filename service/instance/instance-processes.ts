// The programs that clients run in one instance: bounded in number, known for a while after their end, all gone
// with the instance or when it changes hands.
import type { Clock } from "../domain/clock.ts";
import { notFound, Problem, tooMany } from "../domain/problem.ts";
import type { Paces } from "../paces.ts";
import { InstanceProcess } from "./instance-process.ts";
import { OutputBuffer } from "./output-buffer.ts";
import { type Command, type Entrance, searchPath } from "./sandbox/entrance.ts";
import { guard } from "./sandbox/guard.ts";

const mostRunning = 32;
const mostRemembered = 64;
const spawnedOutputBytes = 512 * 1024;
const execOutputBytes = 10 * 1024 * 1024;

export type Request = Omit<Command, "env" | "terminal"> & {
  env: Readonly<Record<string, string>>;
  timeoutSeconds: number | undefined;
};

export interface Spawned {
  process: InstanceProcess;
  output: OutputBuffer;
}

export interface ExecResult {
  /** -1 when a signal ended it. */
  exitCode: number;
  stdout: Buffer;
  stderr: Buffer;
  durationMs: number;
}

export class InstanceProcesses {
  readonly #entrance: Entrance;
  readonly #home: string;
  readonly #user: string;
  readonly #clock: Clock;
  readonly #paces: Paces["instances"];
  readonly #spawned = new Map<string, Spawned>();
  readonly #running = new Set<InstanceProcess>();
  readonly #holders = new WeakSet<AbortSignal>();
  #starting = 0;
  #closed = false;
  /** Grows when everything is ended: what began before belongs to an earlier holder. */
  #holding = 0;
  #unguard: (() => void) | undefined;

  constructor(
    entrance: Entrance,
    { home, user, clock, paces }: { home: string; user: string; clock: Clock; paces: Paces["instances"] },
  ) {
    this.#entrance = entrance;
    this.#home = home;
    this.#user = user;
    this.#clock = clock;
    this.#paces = paces;
  }

  /** From now on everything that runs ends when `holding` is aborted. */
  endWith(holding: AbortSignal): void {
    if (this.#holders.has(holding)) return;
    this.#holders.add(holding);
    holding.addEventListener("abort", () => void this.endAll().catch(() => undefined), { once: true });
  }

  /**
   * Runs a command to its end, which `left` (the caller has gone) brings about too. Each output is cut at 10 MB,
   * said at the end of stderr. Problem 500 after the time-out; whatever the command started has ended then.
   */
  async exec(request: Request, left: AbortSignal): Promise<ExecResult> {
    const outputs = { stdout: new Kept(execOutputBytes), stderr: new Kept(execOutputBytes) };
    const startMs = performance.now();
    const holding = this.#holding;
    const process = await this.#start(request, {
      input: false,
      output: (stream, data) => {
        outputs[stream].push(data);
        return true;
      },
    });
    let ending: Promise<void> | undefined;
    const end = () => {
      ending ??= process.kill().catch(() => undefined);
    };
    let timedOut = false;
    const stopTimer =
      request.timeoutSeconds === undefined
        ? undefined
        : this.#clock.after(request.timeoutSeconds * 1000, () => {
            timedOut = true;
            end();
          });
    left.addEventListener("abort", end, { once: true });
    if (left.aborted) end();
    const exitCode = await process.exited;
    left.removeEventListener("abort", end);
    stopTimer?.();
    await ending;
    await process.release();
    if (timedOut) {
      throw new Problem(
        500,
        "process_timeout",
        `the command did not end within ${request.timeoutSeconds} s (timeout_sec); it and all it started were ended`,
        // Asked again, it would run again.
        { headers: { "x-should-retry": "false" } },
      );
    }
    if (this.#holding !== holding) throw notFound("the browser session");
    const { stdout, stderr } = outputs;
    return {
      exitCode,
      stdout: stdout.bytes(),
      stderr: Buffer.concat([stderr.bytes(), stdout.mark("stdout"), stderr.mark("stderr")]),
      durationMs: Math.round(performance.now() - startMs),
    };
  }

  /** Starts a process with input and kept output; with `terminal`, a terminal of that size. */
  async spawn(
    request: Request,
    terminal: { columns: number; rows: number } | undefined,
  ): Promise<InstanceProcess> {
    const output = new OutputBuffer(spawnedOutputBytes);
    const process = await this.#start(request, {
      input: true,
      ...(terminal ? { terminal } : {}),
      output: (stream, data) => {
        const goesOn = output.push({ stream, data });
        if (!goesOn) output.room(() => process.resume());
        return goesOn;
      },
    });
    this.#spawned.set(process.id, { process, output });
    const stopTimer =
      request.timeoutSeconds === undefined
        ? undefined
        : this.#clock.after(request.timeoutSeconds * 1000, () => {
            process.kill().catch(() => undefined);
          });
    void process.exited.then(() => {
      stopTimer?.();
      output.end();
      this.#clock.after(this.#paces.rememberExitedMs, () => this.#forget(process));
      const exited = [...this.#spawned.values()].filter((one) => !one.process.running);
      for (const one of exited.slice(0, -mostRemembered)) this.#forget(one.process);
    });
    return process;
  }

  /** By process id; an exited one is known for a minute more, with the output it left. */
  find(processId: string): Spawned | undefined {
    return this.#spawned.get(processId);
  }

  /** Ends every process, for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.endAll();
    await this.#entrance.close();
  }

  #forget(process: InstanceProcess): void {
    this.#spawned.delete(process.id);
    void process.release();
  }

  /** Ends every process; others may follow. */
  async endAll(): Promise<void> {
    this.#unguard?.();
    this.#unguard = undefined;
    this.#holding += 1;
    const spawned = [...this.#spawned.values()];
    this.#spawned.clear();
    await this.#entrance.endAll();
    await Promise.all([...this.#running].map((one) => one.kill()));
    for (const { process } of spawned) await process.release();
  }

  async #start(
    request: Request,
    options: Parameters<typeof InstanceProcess.start>[2]["options"],
  ): Promise<InstanceProcess> {
    if (this.#closed) throw notFound("the browser session");
    if (this.#running.size + this.#starting >= mostRunning) {
      throw tooMany(`${mostRunning} processes of this session run already; end one or wait`, 1);
    }
    const holding = this.#holding;
    this.#starting += 1;
    try {
      const command = { ...request, env: this.#environment(request, options), terminal: !!options.terminal };
      const started = await InstanceProcess.start(this.#entrance, command, {
        options,
        now: () => this.#clock.timestamp(),
        paces: this.#paces,
      }).catch((error: unknown) => {
        // What its end has made of the start is not what to tell.
        throw this.#holding === holding ? error : notFound("the browser session");
      });
      if (this.#holding !== holding) {
        await started.kill();
        await started.release();
        throw notFound("the browser session");
      }
      this.#running.add(started);
      void started.exited.then(() => this.#running.delete(started));
      this.#unguard ??= guard({
        list: () => this.#entrance.everyone(),
        endAll: () => this.#entrance.endAll(),
        lookEveryMs: this.#paces.loadLookMs,
      });
      return started;
    } finally {
      this.#starting -= 1;
    }
  }

  #environment({ env }: Request, { terminal }: { terminal?: unknown }): Record<string, string> {
    return {
      PATH: searchPath,
      HOME: this.#home,
      USER: this.#user,
      LOGNAME: this.#user,
      SHELL: "/bin/sh",
      LANG: "C.UTF-8",
      ...(terminal ? { TERM: "xterm-256color" } : {}),
      ...env,
    };
  }
}

/** The beginning of an output. */
class Kept {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #keptBytes = 0;
  #lostBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(data: Buffer): void {
    const kept = data.subarray(0, this.#maxBytes - this.#keptBytes);
    this.#lostBytes += data.length - kept.length;
    this.#keptBytes += kept.length;
    if (kept.length > 0) this.#chunks.push(kept);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  mark(name: string): Buffer {
    if (this.#lostBytes === 0) return Buffer.alloc(0);
    return Buffer.from(
      `\n[${name} was cut after ${this.#maxBytes} bytes; ${this.#lostBytes} more were dropped]\n`,
    );
  }
}
