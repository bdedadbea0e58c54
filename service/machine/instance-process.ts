// One program that a client started in an instance, with its descendants: output, input, signals, state.

import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessSignal, ProcessStatus, ProcessStream } from "../../lib/contract/processes.ts";
import { onAbort, unlessAborted } from "../kernel/on-abort.ts";
import type { Paces } from "../kernel/paces.ts";
import { badRequest, conflict, type Problem, tooMany } from "../kernel/problem.ts";
import { killAll, killNow, processTree } from "../kernel/process-tree.ts";
import { LoadMeter } from "./load-meter.ts";
import { type Channel, openPipes, openTerminal } from "./sandbox/channels.ts";
import type { Command, Group, Sandbox } from "./sandbox/sandbox.ts";

const unreadInputMaxBytes = 1024 * 1024;
const inputTimeoutMs = 1000;
const startErrorMaxBytes = 1000;

export interface StartOptions {
  /** A terminal of this size instead of pipes. */
  terminal?: { columns: number; rows: number };
  /** False: standard input is empty. */
  input: boolean;
  /** The number of its `streams`; none when absent. */
  streams?: number;
  /** Ends the start when it aborts. */
  stop?: AbortSignal;
  /** Receives output. False pauses the program's output until `resume`. */
  output: (stream: ProcessStream, data: Buffer) => boolean;
}

export class InstanceProcess {
  readonly id = randomUUID();
  readonly startedAt: string;
  /** Pid in the instance's namespace. */
  readonly pid: number;
  /** Resolves with the exit code, -1 after a signal, once all output has been delivered. */
  readonly exited: Promise<number>;
  readonly #channel: Channel;
  readonly #sandbox: Sandbox;
  readonly #group: Group;
  readonly #meter: LoadMeter;
  readonly #paces: Paces["instances"];
  #exitCode: number | undefined;
  #unreadBytes = 0;

  private constructor(
    started: { pid: number; at: string },
    channel: Channel,
    { sandbox, group, paces }: { sandbox: Sandbox; group: Group; paces: Paces["instances"] },
    exited: Promise<number>,
  ) {
    this.pid = started.pid;
    this.#group = group;
    this.#meter = new LoadMeter(() => group.members());
    this.startedAt = started.at;
    this.#channel = channel;
    this.#sandbox = sandbox;
    this.#paces = paces;
    this.exited = exited.then((code) => {
      this.#exitCode = code;
      return code;
    });
  }

  /**
   * Throws Problem 400 when the command or directory does not exist, 409 or 429 when the instance cannot start it, 409 when
   * `stop` aborts first.
   */
  static async start(
    sandbox: Sandbox,
    command: Command,
    { options, now, paces }: { options: StartOptions; now: () => string; paces: Paces["instances"] },
  ): Promise<InstanceProcess> {
    const { stop } = options;
    // Other programs may wait for the same namespaces, so these go on being made.
    const launch = await unlessAborted(stop, sandbox.launch(command));
    if (launch === undefined) throw notStarted("", command, "");
    const exit = Promise.withResolvers<number>();
    const startErrors: Buffer[] = [];
    let running = false;
    const sink = {
      output: (stream: ProcessStream, data: Buffer) => {
        if (!running && stream === "stderr") startErrors.push(data.subarray(0, startErrorMaxBytes));
        return options.output(stream, data);
      },
      ended: (code: number | null) => exit.resolve(code ?? -1),
    };
    const at = now();
    const channel = options.terminal
      ? await openTerminal(launch, sink, options.terminal)
      : await openPipes(launch, sink, options);
    const end = () => void killAll(() => processTree(channel.hostPid), paces).catch(() => undefined);
    const takeBack = onAbort(stop, end);
    const [verdict = "", pid = "", mark = ""] = (await channel.report).split(" ");
    takeBack();
    if (verdict !== "started") {
      killNow(channel.hostPid);
      await exit.promise;
      throw notStarted(verdict, command, Buffer.concat(startErrors).toString());
    }
    const group = await sandbox.group(channel.hostPid, mark);
    running = true;
    channel.proceed();
    return new InstanceProcess({ pid: Number(pid), at }, channel, { sandbox, group, paces }, exit.promise);
  }

  /** Connected to its file descriptors from 4 on. */
  get streams(): readonly Duplex[] {
    return this.#channel.streams;
  }

  get running(): boolean {
    return this.#exitCode === undefined;
  }

  /** Undefined while it runs. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Continues output after `output` returned false. */
  resume(): void {
    this.#channel.resume();
  }

  async status(): Promise<ProcessStatus> {
    return await this.#meter.status(() => this.#exitCode);
  }

  /**
   * Writes input, buffering at most 1 MiB that the program has not read. Throws Problem 400 when the program has
   * exited or closed its input, 429 when the buffer is full.
   */
  async write(data: Buffer): Promise<void> {
    if (!this.running) throw badRequest("the process has exited");
    if (this.#unreadBytes > 0 && this.#unreadBytes + data.length > unreadInputMaxBytes) {
      throw tooMany("the process does not read its input as fast as it comes", 1);
    }
    if (!this.#channel.resize && !(await this.#group.readsInput())) throw closedInput();
    this.#unreadBytes += data.length;
    const written = this.#channel.write(data).then(
      () => true,
      () => false,
    );
    void written.then(() => {
      this.#unreadBytes -= data.length;
    });
    const accepted = await Promise.race([written, sleep(inputTimeoutMs, true, { ref: false })]);
    if (!accepted) throw closedInput();
  }

  /** Throws Problem 400 without a terminal. */
  resize(size: { columns: number; rows: number }): void {
    if (!this.#channel.resize) throw badRequest("this process has no terminal (allocate_tty)");
    if (!this.running) throw badRequest("the process has exited");
    this.#channel.resize(size);
  }

  /** Sends a signal to the process and its descendants, whatever session or parent they have now. */
  async signal(name: ProcessSignal): Promise<void> {
    if (name === "KILL") return await this.kill();
    for (const { pid } of await this.#group.members()) {
      try {
        process.kill(pid, `SIG${name}`);
      } catch {
        // It has exited.
      }
    }
  }

  /** Kills the process and its descendants; resolves when none is left. */
  async kill(): Promise<void> {
    await killAll(() => this.#group.members(), this.#paces);
    if ((await this.#group.members()).length > 0) await this.#sandbox.endAll();
    await this.exited;
  }

  /** Frees the handle of the group. What the process left running ends with the instance. */
  async release(): Promise<void> {
    await this.#group.release();
  }
}

function notStarted(verdict: string, command: Command, stderr: string): Problem {
  switch (verdict) {
    case "cwd":
      return badRequest(`body.cwd: ${command.cwd} is not a directory of this instance`);
    case "command":
      return badRequest(`body.command: ${command.command.slice(0, 200)} is not installed in this instance`);
    default:
      return /Resource temporarily unavailable|Cannot fork|Cannot allocate/i.test(stderr)
        ? tooMany("the instance has reached its limit of processes", 1)
        : conflict(`the instance cannot start programs: ${stderr.trim().slice(0, 300) || "it is ending"}`);
  }
}

const closedInput = () => badRequest("the process has closed its input");
