// A started program as bytes: its input, its outputs, its end. Through pipes or through a terminal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Duplex, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessStream } from "../../lib/contract/processes.ts";
import { notImplemented } from "../domain/problem.ts";
import { graces } from "../paces.ts";
import { type Launch, stepEnv } from "./sandbox/entrance.ts";

export interface Sink {
  /** False: wait for `resume` of the channel. */
  output(stream: ProcessStream, data: Buffer): boolean;
  /** The program has ended and all its output was given; null when a signal ended it. */
  ended(code: number | null): void;
}

export interface Channel {
  hostPid: number;
  /** The first line that the last step of the launch says: what became of the start. */
  report: Promise<string>;
  /** Lets a launch go on that waits after its report. */
  proceed(): void;
  /** Resolves when the program has taken it; rejects when it reads no more. */
  write(data: Buffer): Promise<void>;
  /** Goes on after `output` answered false. */
  resume(): void;
  /** Undefined without a terminal. */
  resize?: (size: { columns: number; rows: number }) => void;
}

const reportMaxBytes = 4096;

/** Through pipes. Without `input` there is nothing to read for the program. */
export async function openPipes(launch: Launch, sink: Sink, { input }: { input: boolean }): Promise<Channel> {
  const child = spawn(launch.file, launch.args, {
    env: { ...launch.env, ...stepEnv },
    cwd: "/",
    // Its own session: a terminal's Ctrl-C reaches only us.
    detached: true,
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe", "pipe"],
  });
  await once(child, "spawn");
  const { pid: hostPid, stdin, stdout, stderr } = child;
  const reporting = child.stdio[3];
  if (hostPid === undefined || !stdout || !stderr || !(reporting instanceof Duplex)) {
    throw new Error("the program did not start");
  }
  const outputs = [stdout, stderr];
  let lastMs = performance.now();
  const listen = (stream: ProcessStream, readable: Readable) => {
    readable.on("data", (data: Buffer) => {
      lastMs = performance.now();
      if (!sink.output(stream, data)) for (const each of outputs) each.pause();
    });
    readable.on("error", () => undefined);
  };
  listen("stdout", stdout);
  listen("stderr", stderr);
  // Written to when nobody may be reading any more; each write has its own answer.
  stdin?.on("error", () => undefined);

  const closed = once(child, "close").then(() => true);
  child.once("exit", async (code, signal) => {
    // What it left running may hold the pipes open: then the outputs end when they have fallen silent.
    for (;;) {
      if (await Promise.race([closed, sleep(graces.silentOutputMs / 5, false, { ref: false })])) break;
      const waiting = outputs.some((output) => output.isPaused());
      if (!waiting && performance.now() - lastMs > graces.silentOutputMs) break;
    }
    for (const output of outputs) output.destroy();
    sink.ended(signal === null ? code : null);
  });
  return {
    hostPid,
    report: reportOf(reporting),
    proceed: () => reporting.end("\n"),
    write: async (data) => {
      if (!stdin?.writable) throw new Error("closed");
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stdin.write(data, (error) => (error ? reject(error) : resolve()));
      await promise;
    },
    resume: () => {
      for (const output of outputs) output.resume();
    },
  };
}

/** Through a terminal of its own, whose output is all `stdout`. Problem 501 where none can be had. */
export async function openTerminal(
  launch: Launch,
  sink: Sink,
  size: { columns: number; rows: number },
): Promise<Channel> {
  const { spawn: fork } = await import("@lydell/node-pty").catch(() => {
    throw notImplemented(
      "there are no terminals here: the optional package @lydell/node-pty is not installed",
    );
  });
  const terminal = fork(launch.file, launch.args, {
    name: "xterm-256color",
    cols: size.columns,
    rows: size.rows,
    cwd: "/",
    env: { ...launch.env, ...stepEnv },
    encoding: null,
  });
  const report = Promise.withResolvers<string>();
  let first: Buffer | undefined = Buffer.alloc(0);
  const takeFirst = (data: Buffer): Buffer | undefined => {
    if (first === undefined) return data;
    first = Buffer.concat([first, data]);
    const end = first.indexOf("\n");
    if (end === -1 && first.length < reportMaxBytes) return undefined;
    const rest = first.subarray(end + 1);
    report.resolve(first.subarray(0, Math.max(0, end)).toString().trim());
    first = undefined;
    return rest.length > 0 ? rest : undefined;
  };
  // Its type says text; without an encoding it is bytes.
  terminal.onData((text: unknown) => {
    const data = takeFirst(Buffer.isBuffer(text) ? text : Buffer.from(String(text)));
    if (data && !sink.output("stdout", data)) terminal.pause();
  });
  terminal.onExit(({ exitCode, signal }) => {
    report.resolve(first?.toString().trim() ?? "");
    sink.ended(signal ? null : exitCode);
  });
  return {
    hostPid: terminal.pid,
    report: report.promise,
    proceed: () => undefined,
    // The same as for its output: it takes bytes.
    write: async (data) => Reflect.apply(terminal.write, terminal, [data]),
    resume: () => terminal.resume(),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
  };
}

/** The first line; what follows is not read. */
function reportOf(stream: Duplex): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.includes("\n") || text.length > reportMaxBytes) resolve(text.split("\n")[0] ?? "");
  });
  stream.on("error", () => resolve(text));
  stream.on("close", () => resolve(text));
  return promise;
}
