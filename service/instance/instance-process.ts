// One program that a client started in an instance, with all it starts itself: its output, input, signals, state.
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessSignal, ProcessStatus, ProcessStream } from "../../lib/contract/processes.ts";
import { newUuid } from "../domain/ids.ts";
import { badRequest, conflict, type Problem, tooMany } from "../domain/problem.ts";
import type { Paces } from "../paces.ts";
import { type Channel, openPipes, openTerminal } from "./channels.ts";
import { LoadMeter } from "./load-meter.ts";
import { killNow } from "./process-tree.ts";
import type { Command, Entrance, Group } from "./sandbox/entrance.ts";

const unreadInputMaxBytes = 1024 * 1024;
const inputAnswerMs = 1000;
const sayMaxBytes = 1000;

export interface StartOptions {
  /** A terminal of this size instead of pipes. */
  terminal?: { columns: number; rows: number };
  /** Without it the program has nothing to read. */
  input: boolean;
  /** Takes output; false: full, `resume` follows. */
  output: (stream: ProcessStream, data: Buffer) => boolean;
}

export class InstanceProcess {
  readonly id = newUuid();
  readonly startedAt: string;
  /** As the instance counts. */
  readonly pid: number;
  /** The exit code, -1 when a signal ended it; all its output has been given then. */
  readonly exited: Promise<number>;
  readonly #channel: Channel;
  readonly #entrance: Entrance;
  readonly #group: Group;
  readonly #meter: LoadMeter;
  readonly #paces: Paces["instances"];
  #exitCode: number | undefined;
  #unreadBytes = 0;

  private constructor(
    started: { pid: number; at: string },
    channel: Channel,
    { entrance, group, paces }: { entrance: Entrance; group: Group; paces: Paces["instances"] },
    exited: Promise<number>,
  ) {
    this.pid = started.pid;
    this.#group = group;
    this.#meter = new LoadMeter(() => group.members());
    this.startedAt = started.at;
    this.#channel = channel;
    this.#entrance = entrance;
    this.#paces = paces;
    this.exited = exited.then((code) => {
      this.#exitCode = code;
      return code;
    });
  }

  /** Starts `command`; Problem 400 when there is no such command or directory, 409 or 429 when the instance cannot. */
  static async start(
    entrance: Entrance,
    command: Command,
    { options, now, paces }: { options: StartOptions; now: () => string; paces: Paces["instances"] },
  ): Promise<InstanceProcess> {
    const launch = await entrance.launch(command);
    const exit = Promise.withResolvers<number>();
    const early: Buffer[] = [];
    let running = false;
    const sink = {
      output: (stream: ProcessStream, data: Buffer) => {
        if (!running && stream === "stderr") early.push(data.subarray(0, sayMaxBytes));
        return options.output(stream, data);
      },
      ended: (code: number | null) => exit.resolve(code ?? -1),
    };
    const at = now();
    const channel = options.terminal
      ? await openTerminal(launch, sink, options.terminal)
      : await openPipes(launch, sink, { input: options.input });
    const [verdict = "", pid = "", mark = ""] = (await channel.report).split(" ");
    if (verdict !== "started") {
      killNow(channel.hostPid);
      await exit.promise;
      throw notStarted(verdict, command, Buffer.concat(early).toString());
    }
    const group = await entrance.group(channel.hostPid, mark);
    running = true;
    channel.proceed();
    return new InstanceProcess({ pid: Number(pid), at }, channel, { entrance, group, paces }, exit.promise);
  }

  get running(): boolean {
    return this.#exitCode === undefined;
  }

  /** Undefined while it runs. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Goes on with output that was refused. */
  resume(): void {
    this.#channel.resume();
  }

  async status(): Promise<ProcessStatus> {
    if (this.#exitCode === undefined) {
      const load = await this.#meter.read();
      if (this.running) {
        return {
          state: "running",
          exit_code: null,
          cpu_pct: load.cpuPercent,
          ...(load.residentBytes > 0 ? { mem_bytes: load.residentBytes } : {}),
        };
      }
    }
    return { state: "exited", exit_code: this.#exitCode ?? -1 };
  }

  /** Hands input over, at the latest to a bounded queue. Problem 400 when nobody reads it any more, 429 when full. */
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
    const taken = await Promise.race([written, sleep(inputAnswerMs, true, { ref: false })]);
    if (!taken) throw closedInput();
  }

  /** Problem 400 without a terminal. */
  resize(size: { columns: number; rows: number }): void {
    if (!this.#channel.resize) throw badRequest("this process has no terminal (allocate_tty)");
    if (!this.running) throw badRequest("the process has exited");
    this.#channel.resize(size);
  }

  /** Sends a signal to the process and all it started, whatever session or parent they have now. */
  async signal(name: ProcessSignal): Promise<void> {
    if (name === "KILL") return await this.kill();
    for (const { pid } of await this.#group.members()) {
      try {
        process.kill(pid, `SIG${name}`);
      } catch {
        // Gone already.
      }
    }
  }

  /** Ends the process and all it started; resolves when none of them is left. */
  async kill(): Promise<void> {
    const { firstKillRoundsMs, laterKillRoundsMs } = this.#paces;
    // One that is just starting others may add to them while they are listed.
    for (let round = 0; round < 50; round += 1) {
      const members = await this.#group.members();
      if (members.length === 0) break;
      for (const { pid } of members) killNow(pid);
      await sleep(round < 5 ? firstKillRoundsMs : laterKillRoundsMs);
    }
    if ((await this.#group.members()).length > 0) await this.#entrance.endAll();
    await this.exited;
  }

  /** Nothing more will be asked of it; what it left running goes with the instance. */
  async release(): Promise<void> {
    await this.#group.release();
  }
}

function notStarted(verdict: string, command: Command, said: string): Problem {
  switch (verdict) {
    case "cwd":
      return invalidInput(`body.cwd: ${command.cwd} is no directory of this instance`);
    case "command":
      return invalidInput(`body.command: ${command.command.slice(0, 200)} is not installed in this instance`);
    default:
      return /Resource temporarily unavailable|Cannot fork|Cannot allocate/i.test(said)
        ? tooMany("the instance runs as many processes as it may", 1)
        : conflict(`the instance cannot start programs: ${said.trim().slice(0, 300) || "it is ending"}`);
  }
}

const closedInput = () => badRequest("the process has closed its input");
const invalidInput = (message: string) => badRequest(message, [{ code: "invalid_input", message }]);
