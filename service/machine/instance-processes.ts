// The programs that clients run in one instance: limited in number, readable for a while after their exit, and ended
// with the instance or when it gets another holder.

import type { Clock } from "../kernel/clock.ts";
import { onAbort } from "../kernel/on-abort.ts";
import type { Paces } from "../kernel/paces.ts";
import { notFound, Problem, tooMany } from "../kernel/problem.ts";
import { BoundedOutput } from "./bounded-output.ts";
import { InstanceProcess, type StartOptions } from "./instance-process.ts";
import { OutputBuffer } from "./output-buffer.ts";
import { guard } from "./sandbox/resource-guard.ts";
import { type Command, type Sandbox, searchPath } from "./sandbox/sandbox.ts";

const maxRunningProcesses = 32;
const maxExitedProcesses = 64;
const spawnedOutputBytes = 512 * 1024;
const execOutputBytes = 10 * 1024 * 1024;

export type Program = Omit<Command, "terminal" | "streams">;

export type Request = Program & { timeoutSeconds: number | undefined };

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
  readonly #sandbox: Sandbox;
  readonly #home: string;
  readonly #user: string;
  readonly #clock: Clock;
  readonly #paces: Paces["instances"];
  readonly #spawned = new Map<string, Spawned>();
  readonly #running = new Set<InstanceProcess>();
  readonly #holders = new WeakSet<AbortSignal>();
  #starting = 0;
  #closed = false;
  /** Incremented by `endAll`: a request that began before belongs to an earlier holder. */
  #holderNumber = 0;
  #unguard: (() => void) | undefined;

  constructor(
    sandbox: Sandbox,
    { home, user, clock, paces }: { home: string; user: string; clock: Clock; paces: Paces["instances"] },
  ) {
    this.#sandbox = sandbox;
    this.#home = home;
    this.#user = user;
    this.#clock = clock;
    this.#paces = paces;
  }

  /** Ends all processes when `holding` aborts. */
  endWith(holding: AbortSignal): void {
    if (this.#holders.has(holding)) return;
    this.#holders.add(holding);
    holding.addEventListener("abort", () => void this.endAll().catch(() => undefined), { once: true });
  }

  /**
   * Runs a command to its end; `signal` kills it early. Each output is cut at 10 MiB, with a note at the end of
   * stderr. Throws as `start`, and Problem 500 after the time-out, when the command and its descendants have been killed.
   */
  async exec(request: Request, signal: AbortSignal): Promise<ExecResult> {
    const outputs = {
      stdout: new BoundedOutput(execOutputBytes),
      stderr: new BoundedOutput(execOutputBytes),
    };
    const startMs = performance.now();
    const holderNumber = this.#holderNumber;
    const { process, timeout, cancelTimeout } = await this.#startWithin(request, signal, {
      input: false,
      output: (stream, data) => {
        outputs[stream].push(data);
        return true;
      },
    });
    let ending: Promise<void> | undefined;
    const takeBack = onAbort(AbortSignal.any([signal, timeout]), () => {
      ending = process.kill().catch(() => undefined);
    });
    const exitCode = await process.exited;
    takeBack();
    cancelTimeout();
    await ending;
    await process.release();
    timeout.throwIfAborted();
    if (this.#holderNumber !== holderNumber) throw notFound("the browser session");
    const { stdout, stderr } = outputs;
    return {
      exitCode,
      stdout: stdout.bytes(),
      stderr: Buffer.concat([stderr.bytes(), stdout.mark("stdout"), stderr.mark("stderr")]),
      durationMs: Math.round(performance.now() - startMs),
    };
  }

  /**
   * Starts a process with input and buffered output; `terminal`: with a terminal of this size. `signal` ends the start. Throws
   * as `start`, and Problem 500 when it does not start within its time-out.
   */
  async spawn(
    request: Request,
    terminal: { columns: number; rows: number } | undefined,
    signal: AbortSignal,
  ): Promise<InstanceProcess> {
    const output = new OutputBuffer(spawnedOutputBytes);
    const { process, timeout, cancelTimeout } = await this.#startWithin(request, signal, {
      input: true,
      ...(terminal ? { terminal } : {}),
      output: (stream, data) => {
        const hasRoom = output.push({ stream, data });
        if (!hasRoom) output.room(() => process.resume());
        return hasRoom;
      },
    });
    this.#spawned.set(process.id, { process, output });
    onAbort(timeout, () => void process.kill().catch(() => undefined));
    void process.exited.then(() => {
      cancelTimeout();
      output.end();
      this.#clock.later(this.#paces.rememberExitedMs, () => this.#remove(process));
      const exited = [...this.#spawned.values()].filter((one) => !one.process.running);
      for (const one of exited.slice(0, -maxExitedProcesses)) this.#remove(one.process);
    });
    return process;
  }

  /**
   * Starts a process whose output and streams are the caller's, who also releases it after its exit. Throws Problem
   * 400, 409 or 429 when that is impossible, 404 when the instance gets another holder meanwhile.
   */
  async start(program: Program, options: StartOptions): Promise<InstanceProcess> {
    if (this.#closed) throw notFound("the browser session");
    if (this.#running.size + this.#starting >= maxRunningProcesses) {
      throw tooMany(
        `${maxRunningProcesses} processes of this session are already running; end one or wait`,
        1,
      );
    }
    const holderNumber = this.#holderNumber;
    this.#starting += 1;
    try {
      const command = {
        ...program,
        env: this.#environment(program, options),
        terminal: options.terminal !== undefined,
        streams: options.streams ?? 0,
      };
      const started = await InstanceProcess.start(this.#sandbox, command, {
        options,
        now: () => this.#clock.timestamp(),
        paces: this.#paces,
      }).catch((error: unknown) => {
        // The error is a consequence of `endAll`.
        throw this.#holderNumber === holderNumber ? error : notFound("the browser session");
      });
      if (this.#holderNumber !== holderNumber) {
        await started.kill();
        await started.release();
        throw notFound("the browser session");
      }
      this.#running.add(started);
      void started.exited.then(() => this.#running.delete(started));
      this.#unguard ??= guard({
        list: () => this.#sandbox.processes(),
        endAll: () => this.#sandbox.endAll(),
        pollIntervalMs: this.#paces.loadSampleMs,
      });
      return started;
    } finally {
      this.#starting -= 1;
    }
  }

  /** By process id. Exited processes can be found for another ten seconds, with their buffered output. */
  find(processId: string): Spawned | undefined {
    return this.#spawned.get(processId);
  }

  /** Ends every process; no further one can be started. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.endAll();
    await this.#sandbox.close();
  }

  /**
   * Starts a process as `start`. `signal` ends the start. `timeout` aborts with Problem 500 at the request's time-out, from now
   * on; that ends the start with this Problem.
   */
  async #startWithin(request: Request, signal: AbortSignal, options: Omit<StartOptions, "stop">) {
    const { timeoutSeconds } = request;
    const timeout = new AbortController();
    const cancelTimeout =
      timeoutSeconds === undefined
        ? () => undefined
        : this.#clock.later(timeoutSeconds * 1000, () => timeout.abort(notEndedWithin(timeoutSeconds)));
    try {
      const stop = AbortSignal.any([signal, timeout.signal]);
      const process = await this.start(request, { ...options, stop });
      return { process, timeout: timeout.signal, cancelTimeout };
    } catch (error) {
      cancelTimeout();
      timeout.signal.throwIfAborted();
      throw error;
    }
  }

  #remove(process: InstanceProcess): void {
    this.#spawned.delete(process.id);
    void process.release();
  }

  /** Ends every process; further ones can be started. */
  async endAll(): Promise<void> {
    this.#unguard?.();
    this.#unguard = undefined;
    this.#holderNumber += 1;
    const spawned = [...this.#spawned.values()];
    this.#spawned.clear();
    await this.#sandbox.endAll();
    await Promise.all([...this.#running].map((one) => one.kill()));
    for (const { process } of spawned) await process.release();
  }

  #environment({ env }: Program, { terminal }: StartOptions): Record<string, string> {
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

const notEndedWithin = (seconds: number) =>
  new Problem(
    500,
    "process_timeout",
    `the command did not end within ${seconds} s (timeout_sec); it and its children were ended`,
    // A retry would run the command again.
    { headers: { "x-should-retry": "false" } },
  );
