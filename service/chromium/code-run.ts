// Runs a client's code against a browser: `code-program.ts` as a child process with limited time, memory and output,
// without the service's environment, restricted by Node's permission model to its library and one folder.
import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { withParentDeathSignal } from "../machine/supervisor.ts";

const program = fileURLToPath(new URL("code-program.ts", import.meta.url));
const heapLimitMb = 384;
const outputMaxBytes = 1024 * 1024;
const outcomeMaxBytes = 8 * 1024 * 1024;
/** Checked by playwright-core when it is loaded, which fails when the access is refused. Harmless. */
export const driverProbePaths = ["/proc/sys/fs/binfmt_misc/WSLInterop", "/run/WSL"];

export interface CodeRun {
  code: string;
  /** DevTools address of the browser. */
  url: string;
  timeoutMs: number;
  /** The only folders it may write to. */
  home: string;
  tmp: string;
  /** Kills it. */
  signal: AbortSignal;
}

const outcome = z.object({
  success: z.boolean(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});
export type CodeOutcome = z.infer<typeof outcome> & { stdout: string; stderr: string };

/** Resolves with the outcome, also when the code throws, exceeds its time or exits its process. */
export async function runCode(run: CodeRun): Promise<CodeOutcome> {
  const tmp = await mkdtemp(join(run.tmp, "code-"));
  try {
    return await inProcess(run, await realpath(tmp), await realpath(run.home));
  } finally {
    await rm(tmp, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function inProcess(run: CodeRun, tmp: string, home: string): Promise<CodeOutcome> {
  const [command, args] = withParentDeathSignal(process.execPath, [
    ...(await permissions([home, tmp])),
    await realpath(program),
  ]);
  const child = spawn(command, args, {
    cwd: home,
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, TMPDIR: tmp },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const timeLimit = AbortSignal.timeout(run.timeoutMs);
  const stop = AbortSignal.any([timeLimit, run.signal]);
  const kill = () => child.kill("SIGKILL");
  stop.addEventListener("abort", kill, { once: true });
  if (stop.aborted) kill();
  // The process may exit before it has read its input.
  child.stdin.on("error", () => undefined).end(JSON.stringify({ url: run.url, code: run.code }));
  const channel = child.stdio[3];
  if (!(channel instanceof Readable)) throw new Error("the outcome of the code has no channel");
  const [stdout, stderr, reported, ended] = await Promise.all([
    collect(child.stdout, outputMaxBytes),
    collect(child.stderr, outputMaxBytes),
    collect(channel, outcomeMaxBytes),
    new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(`could not be started: ${error.message}`));
      child.once("close", (code, signal) =>
        resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
      );
    }),
  ]);
  stop.removeEventListener("abort", kill);
  return {
    ...outcomeOf(run, { reported, ended, timedOut: timeLimit.aborted }),
    stdout: text(stdout),
    stderr: text(stderr),
  };
}

interface Collected {
  bytes: Buffer;
  cut: boolean;
}

function outcomeOf(run: CodeRun, end: { reported: Collected; ended: string; timedOut: boolean }) {
  const { reported, ended, timedOut } = end;
  if (reported.cut) return failed(`the result is larger than ${outcomeMaxBytes / 1024 / 1024} MB`);
  const read = outcome.safeParse(parseJson(reported.bytes));
  if (read.success) return read.data;
  if (timedOut) return failed(`the code took longer than ${run.timeoutMs / 1000} s`);
  if (run.signal.aborted) return failed("the session ended or its caller left");
  return failed(`the code ended its process without a result (${ended})`);
}

const failed = (error: string) => ({ success: false, error });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Everything up to a limit; the rest is read and discarded, so that the writer is not blocked. */
async function collect(stream: Readable, maxBytes: number): Promise<Collected> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    if (size < maxBytes) parts.push(bytes.subarray(0, maxBytes - size));
    size += bytes.length;
  }
  return { bytes: Buffer.concat(parts), cut: size > maxBytes };
}

const text = ({ bytes, cut }: Collected) => `${bytes.toString()}${cut ? "\n[more was left out]\n" : ""}`;

async function permissions(folders: readonly string[]): Promise<string[]> {
  const { resolve } = createRequire(import.meta.url);
  const packages = ["playwright-core", "zod"].map((name) => dirname(resolve(`${name}/package.json`)));
  const own = [dirname(program), fileURLToPath(new URL("../../package.json", import.meta.url))];
  const readable = await Promise.all([...own, ...packages].map(async (path) => await realpath(path)));
  return [
    "--permission",
    ...[...readable, ...driverProbePaths, ...folders].map((path) => `--allow-fs-read=${path}`),
    ...folders.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${heapLimitMb}`,
    "--no-warnings",
  ];
}
