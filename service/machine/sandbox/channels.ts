// Input, output and exit of a started program, through pipes or a terminal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Duplex, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessStream } from "../../../lib/contract/processes.ts";
import { gracePeriods } from "../../kernel/paces.ts";
import { notImplemented } from "../../kernel/problem.ts";
import { type Launch, launcherEnv } from "./sandbox.ts";
import { inputOf } from "./terminal-input.ts";

export interface Sink {
  /** False pauses output until `resume` of the channel. */
  output(stream: ProcessStream, data: Buffer): boolean;
  /** Called after the exit, when all output has been delivered; null when a signal ended it. */
  ended(code: number | null): void;
}

export interface Channel {
  hostPid: number;
  /** The first line written by the last step of the launch: the result of the start. */
  report: Promise<string>;
  /** Continues a launch, which waits after its report. */
  proceed(): void;
  /** Resolves when the data is written to the program; rejects when it has closed its input. */
  write(data: Buffer): Promise<void>;
  /** Continues after `output` returned false. */
  resume(): void;
  /** Connected to the program's file descriptors from 4 on. */
  streams: readonly Duplex[];
  /** Undefined without a terminal. */
  resize?: (size: { columns: number; rows: number }) => void;
}

const reportMaxBytes = 4096;

/**
 * Starts the program with pipes, `streams` of them further ones. Without `input` its standard input is empty.
 */
export async function openPipes(
  launch: Launch,
  sink: Sink,
  { input, streams: streamCount = 0 }: { input: boolean; streams?: number },
): Promise<Channel> {
  const child = spawn(launch.file, launch.args, {
    env: { ...launch.env, ...launcherEnv },
    cwd: "/",
    // A session of its own: a Ctrl-C in our terminal does not reach it.
    detached: true,
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe", "pipe", ...Array<"pipe">(streamCount).fill("pipe")],
  });
  await once(child, "spawn");
  const { pid: hostPid, stdin, stdout, stderr } = child;
  const [, , , reporting, ...further] = child.stdio;
  const streams = further.filter((stream) => stream instanceof Duplex);
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
  // Writing to a closed input fails; each write reports its own error.
  stdin?.on("error", () => undefined);

  const closed = once(child, "close").then(() => true);
  child.once("exit", async (code, signal) => {
    // Descendants may hold the pipes open: then the outputs end after a time without data.
    for (;;) {
      if (await Promise.race([closed, sleep(gracePeriods.silentOutputMs / 5, false, { ref: false })])) break;
      const waiting = outputs.some((output) => output.isPaused());
      if (!waiting && performance.now() - lastMs > gracePeriods.silentOutputMs) break;
    }
    for (const stream of [...outputs, ...streams]) stream.destroy();
    sink.ended(signal === null ? code : null);
  });
  for (const stream of streams) stream.on("error", () => undefined);
  return {
    hostPid,
    streams,
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

/** Starts the program with a pseudo-terminal, whose output is all `stdout`. Throws Problem 501 without node-pty. */
export async function openTerminal(
  launch: Launch,
  sink: Sink,
  size: { columns: number; rows: number },
): Promise<Channel> {
  const { spawn: fork } = await import("@lydell/node-pty").catch(() => {
    throw notImplemented(
      "terminals are not available: the optional package @lydell/node-pty is not installed",
    );
  });
  const terminal = fork(launch.file, launch.args, {
    name: "xterm-256color",
    cols: size.columns,
    rows: size.rows,
    cwd: "/",
    env: { ...launch.env, ...launcherEnv },
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
  // Typed as string, but without an encoding it is a Buffer.
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
    streams: [],
    report: report.promise,
    proceed: () => undefined,
    write: inputOf(terminal),
    resume: () => terminal.resume(),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
  };
}

/** The first line; the rest is discarded. */
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
