// Runs a client's code against its session's browser: `code-program.ts` as a program of the session's instance, with
// limited time, memory and output. In addition Node's permission model restricts it to its library and two folders,
// which is all that does so where instances are not isolated.

import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { onAbort } from "../kernel/on-abort.ts";
import { BoundedOutput } from "../machine/bounded-output.ts";
import { homePath, type Instance } from "../machine/instance.ts";
import type { SharedPath } from "../machine/sandbox/sandbox.ts";
import type { OpenDevTools } from "./devtools-channel.ts";
import { MessageSplitter } from "./message-splitter.ts";

const heapLimitMb = 384;
const outputMaxBytes = 1024 * 1024;
const outcomeMaxBytes = 8 * 1024 * 1024;
const messageMaxBytes = 256 * 1024 * 1024;
/** Code that reads more slowly than Chromium writes is cut off: Chromium waits for nobody. */
const unreadMaxBytes = 128 * 1024 * 1024;
/** Checked by playwright-core when it is loaded, which fails when the access is refused. Harmless. */
export const driverProbePaths = ["/proc/sys/fs/binfmt_misc/WSLInterop", "/run/WSL"];

const { resolve } = createRequire(import.meta.url);
const program = realpathSync(fileURLToPath(new URL("code-program.ts", import.meta.url)));
const node = realpathSync(process.execPath);
const library: readonly SharedPath[] = [
  { from: dirname(program), to: "code/service/chromium" },
  {
    from: realpathSync(fileURLToPath(new URL("../../package.json", import.meta.url))),
    to: "code/package.json",
  },
  ...["playwright-core", "zod"].map((name) => ({
    from: realpathSync(dirname(resolve(`${name}/package.json`))),
    to: `code/node_modules/${name}`,
  })),
];

/** What the code's process uses of this machine: Node and its library, laid out as in this repository. */
export const codePaths: readonly SharedPath[] = [{ from: node, to: "code/node" }, ...library];

export interface CodeRun {
  code: string;
  /** The session's. */
  instance: Instance;
  /** Opens a DevTools connection to the session's browser. */
  open: OpenDevTools;
  timeoutMs: number;
  /** Kills it; aborts `timeoutMs` after its request. */
  timeLimit: AbortSignal;
  /** Kills it. */
  signal: AbortSignal;
}

const outcome = z.object({
  success: z.boolean(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});
export type CodeOutcome = z.infer<typeof outcome> & { stdout: string; stderr: string };

/**
 * Resolves with the outcome, also when the code throws, exceeds its time or exits its process. Throws as
 * `InstanceProcesses.start`, and BadInstancePath when a client's program has made `/tmp` unusable.
 */
export async function runCode(run: CodeRun): Promise<CodeOutcome> {
  const { files } = run.instance;
  const tmp = `/tmp/code-${randomUUID()}`;
  await files.makeFolder(homePath, undefined);
  await files.makeFolder(tmp, 0o700);
  try {
    return await inProcess(run, tmp);
  } finally {
    await files.removeFolder(tmp);
  }
}

async function inProcess(run: CodeRun, tmpPath: string): Promise<CodeOutcome> {
  const { processes, sandbox, paths } = run.instance;
  const tmp = sandbox.programPath(join(paths.root, tmpPath));
  const outputs = { stdout: new BoundedOutput(outputMaxBytes), stderr: new BoundedOutput(outputMaxBytes) };
  const stop = AbortSignal.any([run.timeLimit, run.signal]);
  const starting = processes.start(
    {
      command: sandbox.programPath(node),
      args: [
        ...permissions([sandbox.programPath(paths.home), tmp], (path) => sandbox.programPath(path)),
        sandbox.programPath(program),
      ],
      cwd: homePath,
      env: { NODE_ENV: "production", TMPDIR: tmp },
    },
    {
      input: false,
      streams: 2,
      stop,
      output: (stream, data) => {
        outputs[stream].push(data);
        return true;
      },
    },
  );
  const process = await starting.catch((error: unknown) => {
    if (run.timeLimit.aborted) return undefined;
    throw error;
  });
  if (!process) return { ...outOfTime(run), stdout: "", stderr: "" };
  let killed: Promise<void> | undefined;
  const takeBack = onAbort(stop, () => {
    killed = process.kill();
  });
  try {
    const [job, devtools] = process.streams;
    if (!job || !devtools) throw new Error("the code was started without its streams");
    const reported = new BoundedOutput(outcomeMaxBytes);
    job.on("data", (data: Buffer) => reported.push(data));
    job.end(JSON.stringify({ code: run.code }));
    void relay(devtools, run.open);
    const exitCode = await process.exited;
    await killed;
    return {
      ...outcomeOf(run, { reported, exitCode }),
      stdout: textOf(outputs.stdout),
      stderr: textOf(outputs.stderr),
    };
  } finally {
    takeBack();
    await process.release();
  }
}

/** Connects the code's process to the browser until either of them ends. */
async function relay(stream: Duplex, open: OpenDevTools): Promise<void> {
  const channel = await open({
    receive: (message) => {
      if (stream.writableLength > unreadMaxBytes) return void stream.destroy();
      stream.write(message);
      stream.write("\0");
    },
    closed: () => stream.destroy(),
  }).catch(() => undefined);
  if (!channel || stream.destroyed) {
    channel?.close();
    return void stream.destroy();
  }
  const splitter = new MessageSplitter(
    (message) => {
      if (channel.send(message.toString())) return;
      stream.pause();
      void channel.drained().then(() => stream.resume());
    },
    { maxBytes: messageMaxBytes },
  );
  stream.once("close", () => channel.close());
  stream.on("data", (chunk: Buffer) => {
    try {
      splitter.push(chunk);
    } catch {
      stream.destroy();
    }
  });
}

function outcomeOf(run: CodeRun, { reported, exitCode }: { reported: BoundedOutput; exitCode: number }) {
  if (reported.isCut) return failed(`the result is larger than ${outcomeMaxBytes / 1024 / 1024} MB`);
  const read = outcome.safeParse(parseJson(reported.bytes()));
  if (read.success) return read.data;
  if (run.timeLimit.aborted) return outOfTime(run);
  if (run.signal.aborted) return failed("the session ended or its caller disconnected");
  const how = exitCode === -1 ? "a signal" : `exit code ${exitCode}`;
  return failed(`the code ended its process without a result (${how})`);
}

const textOf = (output: BoundedOutput) =>
  `${output.bytes().toString()}${output.isCut ? "\n[more was left out]\n" : ""}`;

const failed = (error: string) => ({ success: false, error });
const outOfTime = ({ timeoutMs }: CodeRun) => failed(`the code took longer than ${timeoutMs / 1000} s`);

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function permissions(folders: readonly string[], programPath: (path: string) => string): string[] {
  const readable = library.map(({ from }) => programPath(from));
  return [
    "--permission",
    ...[...readable, ...driverProbePaths, ...folders].map((path) => `--allow-fs-read=${path}`),
    ...folders.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${heapLimitMb}`,
    "--no-warnings",
  ];
}
